// Loaded with the first screen that has form fields.
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
