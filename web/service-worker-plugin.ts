import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Manifest } from "./built-files.ts";

/** What an order goes through, by the names of its files (chunks.ts): what is not here needs a line. */
const parts = ["product-page", "more-products", "parcels", "checkout", "pay-pages"] as const;

const pages = ["/", "/shell.html", "/icon.svg"] as const;

/** Writes the service worker, with the list of what it keeps; its version is that of all these files. */
export async function writeServiceWorker(
  root: string,
  outDir: string,
  manifest: Manifest,
  homePage: string,
): Promise<void> {
  const assets = new Set(
    [...homePage.matchAll(/\/(assets\/[\w.-]+)/g)].map(([, file = ""]) => file),
  );
  const keys = parts.map((part) => {
    // By the name of its file: a part that others import statically too has no key of its own.
    const named = `assets/${part}-`;
    const key = Object.keys(manifest).find((name) => manifest[name]?.file.startsWith(named));
    if (key === undefined) throw new Error(`the build holds no ${part}`);
    return key;
  });
  for (const key of ["index.html", ...keys]) addFiles(manifest, key, assets);
  const files = [...pages, ...[...assets].toSorted().map((file) => `/${file}`)];

  const digest = createHash("sha256").update(homePage).update(files.join("\n"));
  const source = await readFile(path.join(root, "service-worker.js"), "utf8");
  const written = source
    .replace("const files = [];", `const files = ${JSON.stringify(files)};`)
    .replace('const version = "";', `const version = "${digest.digest("hex").slice(0, 12)}";`);
  await writeFile(path.join(outDir, "sw.js"), written);
}

function addFiles(manifest: Manifest, key: string, files: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`the build holds no ${key}`);
  const isKnown = files.has(chunk.file) && key !== "index.html";
  files.add(chunk.file);
  for (const file of chunk.css) files.add(file);
  if (!isKnown) for (const imported of chunk.imports) addFiles(manifest, imported, files);
}
