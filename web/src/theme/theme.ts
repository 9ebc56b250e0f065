import { type CSSVariablesResolver, createTheme, virtualColor } from "@mantine/core";
import { type ColorName, colors } from "./colors.ts";

const font = '"Figtree", "Figtree Fallback", system-ui, sans-serif';

export const palette = {
  /** Deep green: text, primary buttons, the shop's hero. */
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
  /** Agapanthus: links, focus, selection. */
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
  /** A fill on ink, and tint and text of waiting states; as text on white only from step 8. */
  amber: [
    "#FFF8EA",
    "#FFF3D6",
    "#FEE1A6",
    "#FBCF74",
    "#F8BB48",
    "#F5A524",
    "#D98A0B",
    "#B26A00",
    "#7A4F00",
    "#523500",
  ],
  /** Fynbos: success states. */
  fynbos: [
    "#E6F2EA",
    "#CDE6D6",
    "#A5D2B6",
    "#79BC94",
    "#4FA574",
    "#2F8A58",
    "#237A4C",
    "#1B6B43",
    "#145434",
    "#0D3D25",
  ],
  /** Protea: failures and destructive actions. */
  protea: [
    "#FCE9EE",
    "#F9D0DB",
    "#F2A3B8",
    "#EA7594",
    "#E04B73",
    "#D12A57",
    "#C31C48",
    "#B3123C",
    "#8E0D2F",
    "#6A0922",
  ],
  /** Greenish greys: lines, secondary text, the office's background. */
  gray: [
    "#F8FAF9",
    "#F2F5F3",
    "#E6ECE9",
    "#D5DEDA",
    "#BAC7C1",
    "#82958D",
    "#6C7F79",
    "#4A5F59",
    "#2F433D",
    "#1B2E29",
  ],
  /** Their counterparts in the dark scheme. */
  dark: [
    "#E3ECE8",
    "#C3D1CB",
    "#9DB0A8",
    "#76897F",
    "#3A5048",
    "#2A3F38",
    "#1F332C",
    "#13241F",
    "#0D1B17",
    "#081210",
  ],
} as const;

/** The base theme, loaded with the shop's first page; the office's frame extends it. */
export const theme = createTheme({
  colors: { ...palette, brand: virtualColor({ name: "brand", light: "ink", dark: "amber" }) },
  primaryColor: "brand",
  primaryShade: { light: 8, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: palette.ink[8],
  fontFamily: font,
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  fontSmoothing: true,
  respectReducedMotion: true,
  cursorType: "pointer",
  focusRing: "auto",
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "1rem", lg: "1.125rem", xl: "1.25rem" },
  lineHeights: { xs: "1.35", sm: "1.45", md: "1.5", lg: "1.5", xl: "1.35" },
  fontWeights: { regular: "400", medium: "500", bold: "650" },
  headings: {
    fontFamily: font,
    fontWeight: "650",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "1.75rem", lineHeight: "1.25" },
      h2: { fontSize: "1.25rem", lineHeight: "1.3" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "20px" },
  defaultRadius: "md",
  shadows: {
    xs: "0 1px 2px rgba(16, 49, 43, 0.07)",
    sm: "0 1px 3px rgba(16, 49, 43, 0.1), 0 1px 2px rgba(16, 49, 43, 0.06)",
    md: "0 4px 16px rgba(16, 49, 43, 0.12), 0 1px 3px rgba(16, 49, 43, 0.08)",
    lg: "0 12px 32px rgba(16, 49, 43, 0.16), 0 2px 6px rgba(16, 49, 43, 0.08)",
    xl: "0 24px 64px rgba(16, 49, 43, 0.22)",
  },
  breakpoints: { xs: "36em", sm: "48em", md: "64em", lg: "75em", xl: "88em" },
  components: {
    Button: { defaultProps: { size: "md" } },
    TextInput: { defaultProps: { size: "md" } },
    Textarea: { defaultProps: { size: "md" } },
    NativeSelect: { defaultProps: { size: "md" } },
    Input: { defaultProps: { size: "md" } },
    InputWrapper: {
      defaultProps: { size: "md", inputWrapperOrder: ["label", "description", "input", "error"] },
    },
  },
});

/** Mantine's variables, and the product's own. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    ...named(colors),
    "--shoulder": "20px 8px 8px 8px",
    "--shoulder-lg": "28px 12px 12px 12px",
    // Text colours of states in either scheme: <Text c="var(--waiting)">.
    "--good": "var(--mantine-color-fynbos-light-color)",
    "--waiting": "var(--mantine-color-amber-light-color)",
    "--bad": "var(--mantine-color-protea-light-color)",
  },
  light: {
    "--ground": palette.gray[0],
    "--hairline": palette.gray[3],
    "--line": palette.fynbos[6],
    "--focus": palette.aga[7],
    "--mantine-color-dimmed": palette.gray[7],
    "--mantine-color-placeholder": "#5C6F69",
    "--mantine-color-default-border": palette.gray[5],
    "--mantine-color-default-hover": palette.gray[1],
    "--mantine-color-anchor": palette.aga[7],
    "--mantine-color-error": palette.protea[7],
    "--mantine-color-success": palette.fynbos[7],
    ...tint("amber", palette.amber[1], palette.amber[8]),
    ...tint("fynbos", palette.fynbos[0], palette.fynbos[8]),
    ...tint("protea", palette.protea[0], palette.protea[7]),
    ...tint("aga", palette.aga[0], palette.aga[7]),
    ...tint("gray", palette.gray[2], palette.gray[8]),
  },
  dark: {
    "--ground": palette.dark[8],
    "--hairline": palette.dark[5],
    "--line": palette.fynbos[4],
    "--focus": palette.amber[5],
    "--mantine-color-body": palette.dark[7],
    "--mantine-color-dimmed": palette.dark[2],
    "--mantine-color-placeholder": palette.dark[2],
    "--mantine-color-default": palette.dark[6],
    "--mantine-color-default-border": palette.dark[3],
    "--mantine-color-default-hover": palette.dark[5],
    "--mantine-color-anchor": palette.aga[2],
    "--mantine-color-error": palette.protea[2],
    "--mantine-color-success": palette.fynbos[2],
    ...tint("amber", "#3A2C0C", palette.amber[3]),
    ...tint("fynbos", "#153A28", palette.fynbos[2]),
    ...tint("protea", "#42192A", palette.protea[2]),
    ...tint("aga", "#26264F", palette.aga[2]),
    ...tint("gray", palette.dark[5], palette.dark[1]),
    ...named({
      white: palette.dark[7],
      ink: palette.dark[0],
      mist: palette.dark[8],
      muted: palette.dark[2],
      placeholder: palette.dark[2],
      fieldBorder: palette.dark[3],
      agapanthus: palette.aga[2],
      agapanthusTint: "#26264F",
      fynbos: palette.fynbos[2],
      fynbosTint: "#153A28",
      sulphur: palette.amber[3],
      sulphurTint: "#3A2C0C",
      protea: palette.protea[2],
      proteaTint: "#42192A",
      levelOne: palette.fynbos[4],
      levelTwo: palette.amber[6],
      levelThree: palette.aga[3],
      stockist: palette.protea[3],
    }),
  },
});

/** Background and text of `variant="light"`. Opaque, because Mantine's transparent tints turn grey on a grey row. */
function tint(name: string, background: string, text: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-light`]: background,
    [`--mantine-color-${name}-light-hover`]: background,
    [`--mantine-color-${name}-light-color`]: text,
  };
}

/** Variables named after the colours of `colors.ts`, shared by shop and office. */
function named(values: Partial<Record<ColorName, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`--${kebab(name)}`, value]),
  );
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
