import { Zip, ZipPassThrough } from "fflate";

export type ZipEntry = Readonly<{ name: string; content: Uint8Array }>;

/**
 * The parts of a ZIP, written while its files are read, with the memory of one file. They are stored as they are: a PDF is
 * compressed already.
 *
 * @param modifiedAt ISO instant of every file
 */
export async function* zipOf(
  files: AsyncIterable<ZipEntry>,
  modifiedAt: string,
): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for await (const { name, content } of files) {
    const entry = new ZipPassThrough(name);
    entry.mtime = modifiedAt;
    zip.add(entry);
    entry.push(content, true);
    yield* parts.splice(0);
  }
  zip.end();
  yield* parts.splice(0);
}
