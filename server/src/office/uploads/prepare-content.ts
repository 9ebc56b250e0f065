import path from "node:path";
import { Readable } from "node:stream";
import { uploadBytesMax } from "@portal/shared/office/uploads.ts";
import type { FileStore, StagedFile } from "../../platform/files/file-store.ts";
import { encodePicture, pictureContentType } from "../../platform/files/pictures.ts";
import { contentKindOf } from "./content-kind.ts";
import type { UploadContent } from "../../platform/files/upload.store.ts";

/** What an upload will be made of; gone at the end of its block unless it was kept. */
export type PreparedContent = AsyncDisposable &
  Readonly<{ content: UploadContent; keep: () => Promise<void> }>;

/**
 * Finds out what a file is and makes pictures anew in all their sizes.
 *
 * @throws DomainError upload.wrong-kind, upload.too-large, upload.unreadable-picture
 */
export async function prepareContent(
  files: FileStore,
  staged: StagedFile,
  givenName: string,
): Promise<PreparedContent> {
  const { kind, contentType, ending } = await contentKindOf(staged.path, staged.bytes);
  const filename = plainName(givenName, kind === "image" ? "webp" : ending);
  if (kind === "image") return preparePicture(files, staged.path, filename);
  const { sha256, bytes } = staged;
  const content = { filename, kind, contentType, sha256, bytes, width: null, height: null };
  return {
    content: { ...content, sizes: [] },
    keep: () => staged.keep(),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function preparePicture(
  files: FileStore,
  file: string,
  filename: string,
): Promise<PreparedContent> {
  await using waiting = new AsyncDisposableStack();
  const kept: (StagedFile & { width: number; height: number })[] = [];
  for (const { bytes, width, height } of await encodePicture(file)) {
    const one = await files.stage(Readable.from([bytes]), uploadBytesMax.image);
    waiting.use(one);
    kept.push({ ...one, width, height });
  }
  const [largest, ...smaller] = kept.map(({ sha256, bytes, width, height }) => ({
    sha256,
    bytes,
    width,
    height,
  }));
  if (!largest) throw new Error("a picture has at least one size");
  const all = waiting.move();
  return {
    content: {
      filename,
      kind: "image",
      contentType: pictureContentType,
      ...largest,
      sizes: smaller,
    },
    async keep() {
      for (const one of kept) await one.keep();
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** A name to show and to save under: no folders, no control characters, the ending of what it is. */
function plainName(given: string, ending: string): string {
  const last = path.posix.basename(given.replaceAll("\\", "/"));
  const stem = last
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[^\p{L}\p{N} _.()-]/gu, "")
    .trim()
    .slice(0, 100);
  return `${stem || "file"}.${ending}`;
}
