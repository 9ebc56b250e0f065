import { open } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { uploadBytesMax, type UploadKind } from "@portal/shared/office/uploads.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FileStore, StagedFile } from "../../platform/files/file-store.ts";
import { encodePicture, pictureContentType } from "../../platform/files/pictures.ts";
import type { UploadContent } from "../../platform/files/upload.store.ts";

/** The validated content of an upload; its files are deleted when it is disposed without `keep`. */
export type PreparedContent = AsyncDisposable &
  Readonly<{ content: UploadContent; keep: () => Promise<void> }>;

/**
 * Detects the type of a file, and re-encodes pictures in all sizes.
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
  const [largest, ...sizes] = kept.map(({ sha256, bytes, width, height }) => ({
    sha256,
    bytes,
    width,
    height,
  }));
  if (!largest) throw new Error("a picture has at least one size");
  const all = waiting.move();
  return {
    content: { filename, kind: "image", contentType: pictureContentType, ...largest, sizes },
    async keep() {
      for (const one of kept) await one.keep();
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** A safe file name: without folders and control characters, with the extension of the detected type. */
function plainName(given: string, ending: string): string {
  const last = path.posix.basename(given.replaceAll("\\", "/"));
  const stem = last
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[^\p{L}\p{N} _.()-]/gu, "")
    .trim()
    .slice(0, 100);
  return `${stem || "file"}.${ending}`;
}

type ContentKind = Readonly<{ kind: UploadKind; contentType: string; ending: string }>;

const office = "application/vnd.openxmlformats-officedocument";
/**
 * The accepted types. Types that a browser would execute (SVG, HTML, XML) are not accepted, nor are types without a
 * signature to detect them by.
 */
const known: ReadonlyMap<string, ContentKind> = new Map(
  (
    [
      ["image/jpeg", "image", "jpg"],
      ["image/png", "image", "png"],
      ["image/webp", "image", "webp"],
      ["image/avif", "image", "avif"],
      ["image/gif", "image", "gif"],
      ["video/mp4", "video", "mp4"],
      ["video/webm", "video", "webm"],
      ["application/pdf", "file", "pdf"],
      [`${office}.wordprocessingml.document`, "file", "docx"],
      [`${office}.spreadsheetml.sheet`, "file", "xlsx"],
      [`${office}.presentationml.presentation`, "file", "pptx"],
    ] as const
  ).map(([contentType, kind, ending]) => [contentType, { kind, contentType, ending }]),
);

/** The type of an Office document, a ZIP file, is detected from its first entries; no more is unpacked. */
const headBytes = 128 * 1024;

/**
 * The type of a file by its content. The library is loaded with the first file, because it is large.
 *
 * @throws DomainError upload.wrong-kind, upload.too-large for its kind
 */
async function contentKindOf(file: string, bytes: number): Promise<ContentKind> {
  const { fileTypeFromBuffer } = await import("file-type");
  const type = await fileTypeFromBuffer(await headOf(file)).catch(() => undefined);
  const found = known.get(type?.mime === "video/x-m4v" ? "video/mp4" : (type?.mime ?? ""));
  if (!found) throw new DomainError("upload.wrong-kind");
  if (bytes > uploadBytesMax[found.kind]) throw new DomainError("upload.too-large");
  return found;
}

async function headOf(file: string): Promise<Uint8Array> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return buffer.subarray(0, bytesRead);
}
