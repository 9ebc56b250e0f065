import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { hasErrorCode } from "../error-code.ts";
import { StartError } from "../start-error.ts";

/** Replaces a file, or creates it. A crash or a power cut leaves the whole old file or the whole new one. */
export async function writeDurably(file: string, content: string | Buffer): Promise<void> {
  await asDraft(file, content, (draft) => rename(draft, file));
}

/**
 * Creates a file whole unless there is one. Of processes that do so at once, one succeeds; the others read its file.
 *
 * @returns whether this call created it
 */
export async function createDurably(file: string, content: string | Buffer): Promise<boolean> {
  try {
    // Unlike a rename, a link replaces nothing.
    await asDraft(file, content, (draft) => link(draft, file));
    return true;
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
    return false;
  }
}

/**
 * A file that is made once and then only read: a full disk, or a folder that is mounted to be read, stops nothing that has its
 * file.
 *
 * @throws StartError naming the file
 */
export async function readOrCreate(file: string, make: () => string | Buffer): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if (!hasErrorCode(error, "ENOENT")) throw unusable(file, "read", error);
  }
  try {
    await createDurably(file, make());
    return await readFile(file);
  } catch (error) {
    throw unusable(file, "created", error);
  }
}

function unusable(file: string, what: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartError(`${file} cannot be ${what}: ${reason}.`, { cause });
}

/** Appends whole lines. One that a crash cut off before stays a line of its own and damages none of these. */
export async function appendDurably(file: string, lines: readonly string[]): Promise<void> {
  await makeFolderDurably(path.dirname(file));
  await using handle = await open(file, "a+", 0o600);
  const { size } = await handle.stat();
  const last = Buffer.alloc(1);
  if (size > 0) await handle.read(last, 0, 1, size - 1);
  const isCutOff = size > 0 && last.toString() !== "\n";
  await handle.appendFile((isCutOff ? "\n" : "") + lines.map((line) => `${line}\n`).join(""));
  await handle.sync();
  await syncFolder(path.dirname(file));
}

/** Makes a folder, and those above it, that a power cut does not take away. */
export async function makeFolderDurably(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const above = path.dirname(path.resolve(first));
  for (let made = path.resolve(folder); made !== above; made = path.dirname(made))
    await syncFolder(path.dirname(made));
}

/** Gives a flushed file or a folder its final name. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(path.dirname(to));
}

/** Without it, a power cut may take a new name away although the file behind it is on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === "win32") return;
  await using handle = await open(folder, "r");
  await handle.sync().catch((error: unknown) => {
    // Some file systems on the network cannot.
    if (!hasErrorCode(error, "EINVAL")) throw error;
  });
}

async function asDraft(
  file: string,
  content: string | Buffer,
  name: (draft: string) => Promise<void>,
): Promise<void> {
  await makeFolderDurably(path.dirname(file));
  const draft = `${file}.${randomUUID()}`;
  try {
    {
      await using handle = await open(draft, "wx", 0o600);
      await handle.writeFile(content);
      await handle.sync();
    }
    await name(draft);
    await syncFolder(path.dirname(file));
  } finally {
    await rm(draft, { force: true });
  }
}
