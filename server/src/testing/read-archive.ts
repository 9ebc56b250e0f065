import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { parse } from "csv-parse/sync";
import { expect } from "vitest";

const endSignature = 0x06_05_4b_50;
const centralSignature = 0x02_01_4b_50;
const localSignature = 0x04_03_4b_50;

/**
 * The files of a ZIP whose files are stored as they are, by the format's description (APPNOTE.TXT, 4.3) and not by the
 * package that writes it. Each has to have its checksum, and a name that no other has.
 */
function unzipStored(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(endSignature);
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    expect(zip.readUInt32LE(at)).toBe(centralSignature);
    expect(zip.readUInt16LE(at + 10), "stored").toBe(0);
    const bytes = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    expect(zip.readUInt32LE(local)).toBe(localSignature);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + bytes);
    expect(crc32(content), name).toBe(zip.readUInt32LE(at + 16));
    expect(files.has(name)).toBe(false);
    files.set(name, content);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

/** The files of an archive, whose list has to be true of all of them. */
export function readArchive(zip: Buffer) {
  const files = unzipStored(zip);
  const contentOf = (name: string) => files.get(name) ?? Buffer.alloc(0);
  const textOf = (name: string) => contentOf(name).toString("utf8");
  const rowsOf = (name: string): Record<string, string>[] =>
    parse(textOf(name), { columns: true, bom: true });
  const listed = rowsOf("contents.csv");
  const names = listed.map(({ file = "" }) => file);
  expect([...files.keys()]).toEqual([...names, "contents.csv"]);
  for (const { file = "", bytes, sha256 } of listed) {
    const content = contentOf(file);
    expect(String(content.byteLength)).toBe(bytes);
    expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
  }
  return { names, contentOf, textOf, rowsOf };
}
