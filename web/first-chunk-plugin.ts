import type { Plugin } from "vite";

/**
 * What the client's entry imports at once of our own goes into one file: left to itself the build cuts
 * it into a dozen small ones, each of them a request before the first page can be used. Packages stay
 * with the entry, where only what is used of them is kept.
 */
export function firstChunk(entry: RegExp): Plugin {
  const first = new Set<string>();
  const isFirst = (id: string) => first.has(id) && !id.includes("node_modules");
  return {
    name: "first-chunk",
    apply: "build",
    config: () => ({
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: "first", test: isFirst }] } },
        },
      },
    }),
    buildEnd() {
      const waiting = [...this.getModuleIds()].filter((id) => entry.test(id));
      for (const id of waiting) {
        if (first.has(id)) continue;
        first.add(id);
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
}
