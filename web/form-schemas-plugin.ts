import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

/** Where zod turns a schema into JSON Schema. */
const describing = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
const exported = /^export (?:function|const) (\w+)|^export \{ \w+ as (\w+) \};/gm;

/**
 * Leaves out of the client what zod brings for writing JSON Schema: forms only check what is typed, and
 * no bundler can see that nobody asks. It is a sixth of the script that every form waits for.
 */
export function formSchemas(): Plugin {
  return {
    name: "form-schemas",
    apply: "build",
    enforce: "pre",
    async load(id) {
      if (!describing.test(id)) return null;
      const source = await readFile(id, "utf8");
      const names = [...source.matchAll(exported)].map(([, name, alias]) => name ?? alias);
      return `const none = () => ({});\nexport { ${names.map((name) => `none as ${name}`).join(", ")} };`;
    },
  };
}
