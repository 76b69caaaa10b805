"""From YAML files to the model: nodes with positions, then the JSON Schema, then typed trees."""
