import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Env } from "../../env.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";

/** A file on its way in: complete, but not there yet. It is gone when its block ends, unless it was kept. */
export type StagedFile = AsyncDisposable &
  Readonly<{
    /** Where its bytes are while it waits. */
    path: string;
    sha256: string;
    bytes: number;
    /** From now on it is read by its hash. Keeping the same bytes twice keeps them once. */
    keep: () => Promise<void>;
  }>;

/** Files named by what is in them: the same bytes are one file, and a file never changes. */
export type FileStore = Readonly<{
  /**
   * Takes in a stream without ever holding it whole in memory.
   *
   * @throws DomainError upload.too-large beyond `bytesMax`; whatever the stream fails with. Nothing is left behind.
   */
  stage: (content: Readable, bytesMax: number) => Promise<StagedFile>;
  /** Both ends of the range are included, as in HTTP. */
  read: (sha256: string, range?: Readonly<{ start: number; end: number }>) => Readable;
  /** Removing what is not there is no error. */
  remove: (sha256: string) => Promise<void>;
  /** What the disk still takes, in bytes. */
  freeBytes: () => Promise<number>;
}>;

/** No upload takes a day: what is older was left by a process that was killed. */
const abandonedAfterMs = 24 * 3600_000;

/**
 * Where this installation keeps its files.
 *
 * @throws StartError for a bucket that cannot be written
 */
export async function openFiles({
  filesDir,
  filesBucketUrl,
}: Pick<Env, "filesDir" | "filesBucketUrl">): Promise<FileStore> {
  if (filesBucketUrl === null) return diskFiles(filesDir);
  // Its client takes 37 MB of memory, which an installation with a folder never needs.
  const { requireBucket, s3Files } = await import("./s3-files.ts");
  await requireBucket(filesBucketUrl);
  return s3Files(filesBucketUrl, filesDir);
}

/**
 * Files below `FILES_DIR`, as `ab/abcdef…`. What is on its way in lies in `incoming` on the same disk
 * and is moved when it is complete, so that no half file is ever read under its name.
 */
export function diskFiles(folder: string): FileStore {
  const placeOf = (sha256: string) => path.join(folder, nameOf(sha256));
  return {
    stage: (content, bytesMax) =>
      stageIn(folder, { content, bytesMax }, async ({ path: waiting, sha256 }) => {
        const place = placeOf(sha256);
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
        // The same name holds the same bytes: replacing them changes nothing for whoever reads them.
        await rename(waiting, place);
      }),
    read: (sha256, range) => createReadStream(placeOf(sha256), range),
    remove: (sha256) => rm(placeOf(sha256), { force: true }),
    freeBytes: () => freeBytesIn(folder),
  };
}

/** `ab/abcdef…`, in a folder and in a bucket. */
export function nameOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("a file is named by its hash alone");
  return `${sha256.slice(0, 2)}/${sha256}`;
}

export async function freeBytesIn(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

type Waiting = Readonly<{ path: string; sha256: string; bytes: number }>;

/** Writes what comes in below `folder`, from where `keep` takes it. */
export async function stageIn(
  folder: string,
  { content, bytesMax }: Readonly<{ content: Readable; bytesMax: number }>,
  keep: (file: Waiting) => Promise<void>,
): Promise<StagedFile> {
  const incoming = path.join(folder, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const waiting = path.join(incoming, `${randomUUID()}.part`);
  const discard = () => rm(waiting, { force: true });
  try {
    const file = { path: waiting, ...(await writeCounted(content, waiting, bytesMax)) };
    return { ...file, keep: () => keep(file), [Symbol.asyncDispose]: discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Clears what killed processes left half uploaded; several processes may do so at once. */
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
