import type { Plugin } from "vite";

const palette = /default-css-variables\.layer\.css$/;
/** What is left are the greys, and the red of errors. */
const unused =
  /--mantine-color-(?:pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-[\w-]+:[^;}]+;?/g;

/**
 * Leaves out the hues of Mantine's palette that nothing here is drawn in: a fifth of the styles that every
 * page is sent with, and some three hundred values that every element would inherit.
 */
export function palettePlugin(): Plugin {
  return {
    name: "palette",
    enforce: "pre",
    transform: (code, id) => (palette.test(id) ? code.replace(unused, "") : null),
  };
}
