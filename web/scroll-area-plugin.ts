import type { Plugin } from "vite";

const scrollArea = /@mantine\/core\/.*\/ScrollArea\.mjs$/;
const imported = /import \{ useMergeRefs \} from "@floating-ui\/react";/;

/**
 * Mantine's ScrollArea, and with it every table, takes one hook of three lines from the library that places popovers: 15 KB that
 * each list would be sent with before anything is opened. Mantine has the same hook of its own.
 */
export function scrollAreaPlugin(): Plugin {
  return {
    name: "scroll-area",
    enforce: "pre",
    apply: "build",
    transform(code, id) {
      if (!scrollArea.test(id)) return null;
      if (!imported.test(code)) throw new Error("ScrollArea has no useMergeRefs any more");
      return code.replace(
        imported,
        'import { useMergedRef } from "@mantine/hooks";\nconst useMergeRefs = (refs) => useMergedRef(...refs);',
      );
    },
  };
}
