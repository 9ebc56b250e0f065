import type { Plugin } from "vite";

/** Packages that the frame needs whatever else uses them. */
const react = /node_modules\/(react|react-dom|scheduler)\//;
/** The tables whose rows load a screen each. */
const tablesOfScreens = /\/src\/app\/(member|office)-screens\.ts$/;
/** What so many screens share comes with the first of them. */
const sharedByMany = 3;
/** 12 KB that few screens need. */
const phones = /\/shared\/src\/platform\/phones\//;

/**
 * Cuts the office's document into few files, because each is a request before a page shows its figures: left to itself the
 * build makes a hundred small ones. `frame` is what the document imports at once, `common` what its screens share; each
 * screen has a file of its own and some small ones beside.
 *
 * A file takes along the packages that no file of a higher priority has. Only our own modules are assigned here: which
 * modules of a package a screen needs is known only after the build has left out the rest. A priority must not be negative:
 * it would be taken for a very high one.
 */
export function officeChunks(entry: RegExp): Plugin {
  let chunkOf: ReadonlyMap<string, "frame" | "common"> = new Map();
  const isIn = (chunk: "frame" | "common") => (id: string) => chunkOf.get(id) === chunk;
  return {
    name: "office-chunks",
    apply: "build",
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "frame", test: isIn("frame"), priority: 3 },
                { name: "phones", test: phones, priority: 2 },
                { name: "common", test: isIn("common"), priority: 1 },
                { name: "icons", test: /@tabler\/icons-react\//, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const loadedBy = (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
      /** With all of our own that it imports at once. */
      const wholeOf = (id: string) => {
        const whole = new Set([id]);
        for (const part of whole)
          for (const imported of this.getModuleInfo(part)?.importedIds ?? [])
            if (!imported.includes("/node_modules/")) whole.add(imported);
        return whole;
      };

      const shares = new Map<string, number>();
      for (const screen of ids.filter((id) => tablesOfScreens.test(id)).flatMap(loadedBy))
        for (const part of wholeOf(screen)) shares.set(part, (shares.get(part) ?? 0) + 1);
      const loadedAlone = new Set(ids.flatMap(loadedBy));
      const common = [...shares].filter(
        ([id, count]) =>
          count >= sharedByMany &&
          !loadedAlone.has(id) &&
          ![...wholeOf(id)].some((part) => phones.test(part)),
      );
      const start = ids.find((id) => entry.test(id));
      const frame = start === undefined ? [] : [...wholeOf(start)].filter((id) => id !== start);
      chunkOf = new Map([
        ...common.map(([id]) => [id, "common"] as const),
        ...[...frame, ...ids.filter((id) => react.test(id))].map((id) => [id, "frame"] as const),
      ]);
    },
  };
}
