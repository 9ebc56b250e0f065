import { open } from "node:fs/promises";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type UploadKind, uploadBytesMax } from "@portal/shared/office/uploads.ts";
import { fileTypeFromBuffer } from "file-type";

export type ContentKind = Readonly<{ kind: UploadKind; contentType: string; ending: string }>;

const office = "application/vnd.openxmlformats-officedocument";
/**
 * Everything that is taken in. Whatever a browser would run (SVG, HTML, XML) is missing, and so is
 * whatever has no sign of its own to be known by.
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

/** What a packed document says of itself stands within its first parts; no more of it is unpacked. */
const headBytes = 128 * 1024;

/**
 * What a file is, by its own bytes.
 *
 * @throws DomainError upload.wrong-kind, upload.too-large for what it is
 */
export async function contentKindOf(file: string, bytes: number): Promise<ContentKind> {
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
