import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { z } from "zod";

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
);
export type Manifest = z.infer<typeof manifestSchema>;

const fontName = /figtree-latin-wght-normal\.woff2$/;
const textFile = /\.(?:js|css|html|svg)$/;
/** Under this a packed file is hardly smaller than the plain one. */
const packedFrom = 1024;

/** The name has a hash of the content. */
const immutable = /^assets[/\\]/;

/** The page that vite made, with the one font asked for before the styles that name it are read. */
export async function pageWithFont(
  outDir: string,
  name: string,
  manifest: Manifest,
): Promise<string> {
  const font = Object.entries(manifest).find(([source]) => fontName.test(source))?.[1].file;
  if (!font) throw new Error("the build holds no font to preload");
  const page = await readFile(path.join(outDir, name), "utf8");
  const preload = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`;
  return replaceOnce(page, "<title>", `${preload}\n    <title>`);
}

/** The page with links to the files of a part that its script loads, so that the browser asks for all of them together. */
export function pageWithPart(page: string, manifest: Manifest, part: string): string {
  const links = filesOf(manifest, part)
    .filter((file) => !page.includes(`href="/${file}"`))
    .map((file) => {
      const rel = file.endsWith(".css") ? "stylesheet" : "modulepreload";
      return `  <link rel="${rel}" crossorigin href="/${file}">\n  `;
    });
  return replaceOnce(page, "</head>", `${links.join("")}</head>`);
}

/** The files of a part and of all that it imports statically. */
function filesOf(manifest: Manifest, part: string): string[] {
  const seen = new Set([part]);
  const files = new Set<string>();
  for (const name of seen) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build holds no ${name}`);
    for (const imported of chunk.imports) seen.add(imported);
    for (const file of [chunk.file, ...chunk.css]) files.add(file);
  }
  return [...files];
}

/** Packed once here, as small as it gets, instead of on each request. */
export async function packFiles(outDir: string): Promise<void> {
  const names = await readdir(outDir, { recursive: true });
  const isPacked = (name: string) => names.includes(`${name}.br`) && immutable.test(name);
  for (const name of names.filter((file) => textFile.test(file) && !isPacked(file))) {
    const file = path.join(outDir, name);
    const plain = await readFile(file);
    if (plain.length < packedFrom) continue;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, quality));
    await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }));
  }
}

export async function readManifest(outDir: string, name = "manifest.json"): Promise<Manifest> {
  const text = await readFile(path.join(outDir, ".vite", name), "utf8");
  return manifestSchema.parse(JSON.parse(text));
}

export function replaceOnce(page: string, wanted: string, replacement: string): string {
  if (page.split(wanted).length !== 2) throw new Error(`the page should say ${wanted} once`);
  return page.replace(wanted, () => replacement);
}
