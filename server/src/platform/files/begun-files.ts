import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** One file of one person: nobody else can name it. */
export type BegunFile = Readonly<{
  /** How many bytes are here, from the first one on without a gap; 0 for a file that was not begun. */
  bytes: () => Promise<number>;
  /**
   * Writes what follows byte `from`, which is at most `bytes()`. What arrived stays when the stream breaks off.
   *
   * @throws the error of the stream
   */
  write: (from: number, content: Readable) => Promise<void>;
  /** The first `bytes`, at least one. */
  read: (bytes: number) => Readable;
  remove: () => Promise<void>;
  /** Replaces it by the id under which it was saved, for a browser that missed the answer. */
  finish: (id: number) => Promise<void>;
  /** Null where it was not saved within the last day. */
  savedId: () => Promise<number | null>;
}>;

/** Files that several requests deliver one after the other; those without a request for a day are abandoned (file-store.ts). */
export type BegunFiles = (userId: number, file: string) => BegunFile;

/** A further one replaces the oldest, so that what a person leaves unfinished stays small. */
const unfinishedMax = 4;

/** @param folder below which unfinished files are; every process that serves the same people has to see the same one */
export function begunFiles(folder: string): BegunFiles {
  const incoming = path.join(folder, "incoming");
  return (userId, file) => {
    const own = `${userId}-`;
    const name = own + createHash("sha256").update(file).digest("hex");
    const begun = path.join(incoming, `${name}.begun`);
    const saved = path.join(incoming, `${name}.saved`);
    const bytes = () =>
      stat(begun).then(
        ({ size }) => size,
        () => 0,
      );
    return {
      bytes,
      async write(from, content) {
        await mkdir(incoming, { recursive: true, mode: 0o700 });
        if (from === 0) {
          await rm(saved, { force: true });
          await removeOldest(incoming, (each) => each.startsWith(own) && each !== `${name}.begun`);
        }
        await using handle = await open(begun, constants.O_WRONLY | constants.O_CREAT, 0o600);
        await pipeline(content, handle.createWriteStream({ start: from, flush: true }));
      },
      read: (length) => createReadStream(begun, { end: length - 1 }),
      remove: () => rm(begun, { force: true }),
      async finish(id) {
        await writeFile(saved, String(id), { mode: 0o600 });
        await rm(begun, { force: true });
      },
      async savedId() {
        const id = await readFile(saved, "utf8").catch(() => "");
        return /^\d+$/.test(id) ? Number(id) : null;
      },
    };
  };
}

async function removeOldest(incoming: string, isOwn: (name: string) => boolean): Promise<void> {
  const names = (await readdir(incoming)).filter((name) => name.endsWith(".begun") && isOwn(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(incoming, name);
      const found = await stat(file).catch(() => null);
      return { file, writtenAt: found?.mtimeMs ?? 0 };
    }),
  );
  const oldestFirst = files.toSorted((one, other) => one.writtenAt - other.writtenAt);
  for (const { file } of oldestFirst.slice(0, Math.max(0, files.length - unfinishedMax + 1)))
    await rm(file, { force: true });
}
