import { type CSSVariablesResolver, createTheme } from "@mantine/core";
import { colors } from "./colors.ts";

const font = '"Atkinson Hyperlegible Next", "Atkinson Fallback", Arial, sans-serif';

export const theme = createTheme({
  primaryColor: "ink",
  primaryShade: 8,
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: "sm",
  black: colors.ink,
  fontFamily: font,
  fontSmoothing: true,
  respectReducedMotion: true,
  radius: { xs: "2px", sm: "4px", md: "4px", lg: "20px", xl: "20px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  fontSizes: { xs: "0.8125rem", sm: "0.875rem", md: "1rem", lg: "1.125rem", xl: "1.25rem" },
  lineHeights: { xs: "1.45", sm: "1.45", md: "1.5", lg: "1.5", xl: "1.4" },
  breakpoints: { xs: "36em", sm: "48em", md: "64em", lg: "75em", xl: "88em" },
  headings: {
    fontFamily: font,
    fontWeight: "750",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "1.75rem", lineHeight: "1.2" },
      h2: { fontSize: "1.25rem", lineHeight: "1.3" },
      h3: { fontSize: "1.0625rem", lineHeight: "1.35" },
    },
  },
  colors: {
    ink: [
      "#F2F5F3",
      "#E2EAE6",
      "#C9D6D0",
      "#A6BAB2",
      "#7E978E",
      "#5C786E",
      "#426057",
      "#2A4A41",
      "#10312B",
      "#0A221E",
    ],
    aga: [
      "#EEEEFB",
      "#DADAF6",
      "#B6B5EC",
      "#918FE2",
      "#6F6CD8",
      "#5653C9",
      "#4946C2",
      "#3F3CBB",
      "#33309C",
      "#28267D",
    ],
  },
  components: {
    Button: { defaultProps: { size: "md" } },
    Input: { defaultProps: { size: "md" } },
    InputWrapper: {
      defaultProps: {
        size: "md",
        inputWrapperOrder: ["label", "description", "input", "error"],
      },
    },
    TextInput: { defaultProps: { size: "md" } },
    Textarea: { defaultProps: { size: "md" } },
    NativeSelect: { defaultProps: { size: "md" } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: Object.fromEntries(
    Object.entries(colors).map(([name, value]) => [`--${kebab(name)}`, value]),
  ),
  light: {
    "--mantine-color-dimmed": colors.muted,
    "--mantine-color-placeholder": colors.placeholder,
    "--mantine-color-error": colors.protea,
    "--mantine-color-success": colors.fynbos,
    "--mantine-color-default-border": colors.fieldBorder,
    "--mantine-color-anchor": colors.agapanthus,
  },
  dark: {},
});

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
