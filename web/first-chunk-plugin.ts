import type { Plugin } from "vite";

/** A step of the checkout has a field, and no form around it. */
const ofEveryField =
  /\/src\/theme\/mantine-forms\.|@mantine\/core\/.*\/(Input|InputBase|TextInput)\/|@mantine\/hooks\/.*\/use-uncontrolled\//;

/** What every form is made of comes as one file, and not as one for each of its parts. */
const ofEveryForm =
  /node_modules\/(zod|@mantine\/form|klona|fast-deep-equal)\/|\/src\/ui\/form\.|\/shared\/src\/(people\/accounts|platform\/passwords)\.ts/;

/** The same for the ways in, which the sign-in page and the dialogs of the checkout share. */
const ofSigningIn =
  /\/features\/people\/accounts\/(sign-in|accounts\.module)\.|\/src\/ui\/password-field\./;

/** Beside a password, and in every list as well: they must not bring the ways in along. */
const buttonsOfIcons = /@mantine\/core\/.*\/ActionIcon\//;

/** Their styles are the office's as well, which must not load the code of the ways in for them. */
const stylesOfFields =
  /@mantine\/core\/styles\/(ActionIcon|Combobox|InlineInput|Input|PasswordInput)\.layer\.css/;

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
          output: {
            // The first file names all that may be loaded later, 150 of them: a letter less of each is 0.1 KB.
            chunkFileNames: "assets/[name]-[hash:7].js",
            assetFileNames: "assets/[name]-[hash:7][extname]",
            codeSplitting: {
              groups: [
                { name: "first", test: isFirst, priority: 2 },
                { name: "field-styles", test: stylesOfFields, priority: 3 },
                { name: "icon-buttons", test: buttonsOfIcons, priority: 2 },
                { name: "fields", test: ofEveryField, priority: 1 },
                { name: "forms", test: ofEveryForm },
                { name: "sign-in", test: ofSigningIn },
              ],
            },
          },
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
