import path from "node:path";
import type { Plugin } from "vite";

const helper = "\0vite/preload-helper.js";

/** What Vite puts around each `import()` gives up where there is no line; ours waits for one. */
export function codePlugin(): Plugin {
  let root = "";
  return {
    name: "load-code",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    transform(_code, id) {
      if (id !== helper) return null;
      const ours = JSON.stringify(path.join(root, "src/load-code.ts"));
      return `export { loadCode as __vitePreload } from ${ours};`;
    },
  };
}
