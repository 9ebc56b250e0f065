import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type BegunFiles, begunFiles } from "./begun-files.ts";
import { makeFolderDurably, renameDurably } from "./write-durably.ts";

/** A complete upload that is deleted when its block ends, unless it was kept. */
export type StagedFile = AsyncDisposable &
  Readonly<{
    path: string;
    sha256: string;
    bytes: number;
    /** Stores it under its hash. The same bytes are stored once. */
    keep: () => Promise<void>;
  }>;

/** Content-addressed files, which never change. */
export type FileStore = Readonly<{
  /**
   * Writes a stream to disk without buffering it in memory.
   *
   * @throws DomainError upload.too-large beyond `bytesMax`, or the error of the stream; nothing is left behind
   */
  stage: (content: Readable, bytesMax: number) => Promise<StagedFile>;
  /** Both ends of the range are included, as in HTTP. */
  read: (sha256: string, range?: Readonly<{ start: number; end: number }>) => Readable;
  /** Ignores a file that does not exist. */
  remove: (sha256: string) => Promise<void>;
  freeBytes: () => Promise<number>;
  /** Unfinished uploads, on this machine. */
  begun: BegunFiles;
  /** Deletes what no request continued for a day. @param now milliseconds */
  clearAbandoned: (now: number) => Promise<void>;
}>;

/** No upload takes a day: an older file was left by a process that was killed, or by a browser that never came back. */
const abandonedAfterMs = 24 * 3600_000;

/** Files below `FILES_DIR`. Uploads are written to `incoming` on the same disk and renamed when they are complete. */
export function diskFiles(folder: string): FileStore {
  const fileOf = (sha256: string) => path.join(folder, nameOf(sha256));
  return {
    stage: (content, bytesMax) =>
      stageIn(folder, { content, bytesMax }, async ({ path: incoming, sha256 }) => {
        const file = fileOf(sha256);
        await makeFolderDurably(path.dirname(file));
        // An existing file has the same bytes, so replacing it does not disturb its readers.
        await renameDurably(incoming, file);
      }),
    read: (sha256, range) => createReadStream(fileOf(sha256), range),
    remove: (sha256) => rm(fileOf(sha256), { force: true }),
    freeBytes: () => freeBytesIn(folder),
    begun: begunFiles(folder),
    clearAbandoned: (now) => clearAbandoned(folder, now),
  };
}

/** `ab/abcdef…`: the path in a folder, and the key in a bucket. */
export function nameOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("a file is named by its hash alone");
  return `${sha256.slice(0, 2)}/${sha256}`;
}

export async function freeBytesIn(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Writes a stream to a file below `folder`, which `keep` stores elsewhere. */
export async function stageIn(
  folder: string,
  { content, bytesMax }: Readonly<{ content: Readable; bytesMax: number }>,
  keep: (file: Pick<StagedFile, "path" | "sha256" | "bytes">) => Promise<void>,
): Promise<StagedFile> {
  const incoming = path.join(folder, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const part = path.join(incoming, `${randomUUID()}.part`);
  const discard = () => rm(part, { force: true });
  try {
    const file = { path: part, ...(await writeCounted(content, part, bytesMax)) };
    return { ...file, keep: () => keep(file), [Symbol.asyncDispose]: discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Deletes partial uploads that were abandoned. Several processes may do so at once. */
export async function clearAbandoned(folder: string, now: number): Promise<void> {
  const incoming = path.join(folder, "incoming");
  const names = await readdir(incoming).catch(() => []);
  for (const name of names) {
    const file = path.join(incoming, name);
    const found = await stat(file).catch(() => null);
    if (found && now - found.mtimeMs > abandonedAfterMs) await rm(file, { force: true });
  }
}

async function writeCounted(content: Readable, file: string, bytesMax: number) {
  const hash = createHash("sha256");
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) return done(new DomainError("upload.too-large"));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    content,
    count,
    createWriteStream(file, { flags: "wx", mode: 0o600, flush: true }),
  );
  return { sha256: hash.digest("hex"), bytes };
}
