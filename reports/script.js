// Filters the comparison, opens rows, and copies rounds. Without it everything is on the page and can be opened.
(() => {
  "use strict";
  const find = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const form = document.getElementById("filter");
  const start = document.getElementById("filter-start");
  const box = document.getElementById("find");
  const shown = document.getElementById("shown");
  const nothing = document.getElementById("nothing");
  const boxes = find("input[name=status]", form);
  const folded = find("details.agreeing, details.cases");
  const rows = find("tbody.row").map((element) => ({
    element,
    status: element.dataset.status,
    details: element.querySelector("details"),
    text: find(".find", element).map((part) => part.textContent).join(" ").replace(/\s+/g, " ").toLowerCase(),
  }));
  let byFilter = false;

  const state = () => ({
    words: box.value.toLowerCase().split(/\s+/).filter(Boolean),
    statuses: boxes.filter((one) => one.checked).map((one) => one.value),
  });

  const apply = () => {
    const { words, statuses } = state();
    let count = 0;
    for (const row of rows) {
      const fits = statuses.includes(row.status) && words.every((word) => row.text.includes(word));
      row.element.hidden = !fits;
      count += fits ? 1 : 0;
    }
    const left = (part) => part.querySelector("tbody.row:not([hidden])") !== null;
    find("#comparison table.matrix, #comparison details.agreeing, #comparison details.cases, #comparison section.event, #comparison section.area").forEach((part) => {
      part.hidden = !left(part);
    });
    const seek = words.length > 0 || (statuses.length === 1 && statuses[0] === "agree");
    if (seek || byFilter) folded.forEach((group) => { group.open = seek && left(group); });
    byFilter = seek;
    shown.textContent = count === rows.length ? `${count} rows` : `${count} of ${rows.length} rows`;
    nothing.hidden = count > 0 || rows.length === 0;
    remember();
  };

  const remember = () => {
    const parts = new URLSearchParams();
    if (box.value.trim()) parts.set("find", box.value.trim());
    const checked = state().statuses;
    if (checked.length < boxes.length) parts.set("show", checked.join("."));
    const hash = parts.toString();
    if (!hash && !location.hash.startsWith("#?")) return;
    try {
      history.replaceState(null, "", hash ? `#?${hash}` : location.pathname + location.search);
    } catch { /* some viewers keep no address; the filter works without */ }
  };

  const recall = () => {
    if (location.hash.startsWith("#?")) {
      const parts = new URLSearchParams(location.hash.slice(2));
      box.value = parts.get("find") ?? "";
      const wanted = parts.get("show");
      boxes.forEach((one) => { one.checked = wanted === null || wanted.split(".").includes(one.value); });
    }
  };

  const only = (status) => {
    box.value = "";
    boxes.forEach((one) => { one.checked = !status || one.value === status; });
    apply();
  };

  const reveal = () => {
    if (location.hash.length < 2 || location.hash.startsWith("#?")) return;
    const target = document.getElementById(location.hash.slice(1));
    const row = target && target.closest("tbody.row");
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    if (!row) {
      if (target && target.closest("details")) target.scrollIntoView();
      return;
    }
    if (row.hidden) only("");
    folded.filter((group) => group.contains(row)).forEach((group) => { group.open = true; });
    row.querySelector("details").open = true;
    (target === row ? row : target).scrollIntoView();
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    apply();
    // What is left may be shorter than what was scrolled past: begin again below the filter.
    const top = start.getBoundingClientRect().top;
    if (top < 0) scrollTo({ top: scrollY + top, behavior: "instant" });
  });
  document.getElementById("reset").addEventListener("click", () => { only(""); box.focus(); });
  document.getElementById("open-all").addEventListener("click", () => {
    folded.forEach((group) => { group.open = !group.hidden; });
    rows.forEach((row) => { if (!row.element.hidden) row.details.open = true; });
  });
  document.getElementById("close-all").addEventListener("click", () => {
    rows.forEach((row) => { row.details.open = false; });
    folded.forEach((group) => { group.open = false; });
  });
  find("a[data-only]").forEach((link) => link.addEventListener("click", () => {
    setTimeout(() => only(link.dataset.only));
  }));

  rows.forEach((row) => row.element.querySelector(".answers").addEventListener("click", (event) => {
    if (event.target.closest("a, button") || String(getSelection())) return;
    row.details.open = !row.details.open;
  }));

  find("pre[data-copy]").forEach((pre) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy the round for ${pre.dataset.copy}`);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(pre.textContent);
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
      } catch {
        getSelection().selectAllChildren(pre);
      }
    });
    pre.before(button);
  });

  // Paper gets what does not agree in full, and what agrees as it stands on the screen.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = find("main details:not([open]):not(.json)").filter((one) => !one.closest("details.single") && !one.parentElement.closest("details.agreeing, details.cases"));
    opened.forEach((one) => { one.open = true; });
  });
  addEventListener("afterprint", () => opened.forEach((one) => { one.open = false; }));
  addEventListener("hashchange", () => { recall(); reveal(); });

  document.documentElement.classList.add("js");
  form.hidden = rows.length === 0;
  const measure = () => {
    const stuck = getComputedStyle(form).position === "sticky" ? Math.floor(form.getBoundingClientRect().height) : 0;
    document.documentElement.style.setProperty("--bar", `${stuck}px`);
  };
  new ResizeObserver(measure).observe(form);
  addEventListener("resize", measure);
  recall();
  apply();
  reveal();
})();
