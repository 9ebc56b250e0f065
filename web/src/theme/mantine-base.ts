// The order of Mantine's own files matters: what others build on comes first. Everything is in a
// cascade layer, so a style of ours wins whatever chunk it arrives with.
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@mantine/core/styles/Skeleton.layer.css";
import "@mantine/core/styles/Title.layer.css";
import "./base.css";
import "./shop.css";
