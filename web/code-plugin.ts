import path from "node:path";
import type { Plugin } from "vite";

const helper = "\0vite/preload-helper.js";

/**
 * Its first line makes Chrome compile all functions of a file while it arrives and beside the page. Otherwise each is compiled
 * when it is first called, which takes a slow phone half a second before the first picture (ADR 15).
 */
const compileHint = "//# allFunctionsCalledOnLoad\n";

/** What Vite puts around each `import()` gives up where there is no line; ours waits for one. */
export function codePlugin(): Plugin {
  let root = "";
  return {
    name: "load-code",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      // After Vite has written the names of the files that a chunk loads above its first line.
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === "chunk") file.code = compileHint + file.code;
      },
    },
    transform(_code, id) {
      if (id !== helper) return null;
      const ours = JSON.stringify(path.join(root, "src/load-code.ts"));
      return `export { loadCode as __vitePreload } from ${ours};`;
    },
  };
}
