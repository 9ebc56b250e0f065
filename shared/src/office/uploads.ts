import { z } from "zod/mini";
import { rowIdSchema, command } from "../platform/ids.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";
import type { Role } from "../platform/roles.ts";
import { limitedText, requiredText } from "../platform/texts.ts";

/** The category decides the allowed kinds and who may open an upload (docs/decisions.md, 12). */
export const uploadCategories = ["Photos", "Training Videos", "Documents", "Other"] as const;
export type UploadCategory = (typeof uploadCategories)[number];

export const uploadCategoryWords: Readonly<Record<UploadCategory, string>> = {
  Photos: "Photos",
  "Training Videos": "Training Videos",
  Documents: "Documents",
  Other: "Others",
};

/** Detected from the file's content; its name and the browser's MIME type are not trusted. */
export const uploadKinds = ["image", "video", "file"] as const;
export type UploadKind = (typeof uploadKinds)[number];

const megabyte = 1024 * 1024;
export const uploadBytesMax: Readonly<Record<UploadKind, number>> = {
  image: 20 * megabyte,
  video: 2048 * megabyte,
  file: 100 * megabyte,
};

/** Ample for the captions of several hours. */
export const captionsBytesMax = megabyte;

const kindsOf: Readonly<Record<UploadCategory, readonly UploadKind[]>> = {
  Photos: ["image"],
  "Training Videos": ["video"],
  Documents: ["file", "image"],
  Other: uploadKinds,
};

export function isAcceptedIn(category: UploadCategory, kind: UploadKind): boolean {
  return kindsOf[category].includes(kind);
}

/** The categories whose uploads this role may open; null is a guest. */
export function openCategories(role: Role | null): readonly UploadCategory[] {
  if (role === "admin") return uploadCategories;
  if (role === "distributor") return ["Photos", "Training Videos", "Documents"];
  return role === "stockist" ? ["Photos", "Training Videos"] : ["Photos"];
}

const words = {
  title: requiredText(200, "Please complete"),
  description: limitedText(5000),
  sortOrder: z.coerce
    .number("Please enter a whole number")
    .check(
      z.int("Please enter a whole number"),
      z.minimum(-100_000, "Please enter a whole number"),
      z.maximum(100_000, "Please enter a whole number"),
    ),
};

/** The fields beside the file in a form of `POST /api/upload/save/{uploadId}`. */
export const uploadFieldsSchema = z.strictObject({
  title: z.optional(words.title),
  description: z.optional(words.description),
  sortOrder: z.optional(words.sortOrder),
  category: z.optional(z.enum(uploadCategories)),
});
export type UploadFields = z.infer<typeof uploadFieldsSchema>;

export const listUploadsSchema = z.strictObject({
  ...pagingFields,
  category: z.optional(z.enum(uploadCategories)),
  sort: sortedBy(["sortOrder", "title", "uploadedAt"], "asc"),
});
export type ListUploads = z.infer<typeof listUploadsSchema>;

export const uploadRefSchema = z.strictObject({ id: rowIdSchema });
export const uploadCommandSchema = z.extend(uploadRefSchema, command);

export const updateUploadSchema = z.strictObject({
  ...command,
  ...uploadRefSchema.shape,
  ...words,
});
export type UpdateUpload = z.infer<typeof updateUploadSchema>;

/** Moves an upload one position within its category. */
export const moveUploadSchema = z.strictObject({
  ...command,
  ...uploadRefSchema.shape,
  to: z.enum(["up", "down"]),
});
export type MoveUpload = z.infer<typeof moveUploadSchema>;

export const accessLogSchema = z.strictObject({
  ...pagingFields,
  ...uploadRefSchema.shape,
  sort: sortedBy(["at", "name"], "desc"),
});
export type AccessLogQuestion = z.infer<typeof accessLogSchema>;

/** The fields beside the picture in a form of `POST /api/upload/poster/{uploadId}`. */
export const posterFieldsSchema = z.strictObject({
  /** The duration of the video as measured by the browser. */
  seconds: z.optional(
    z.pipe(z.coerce.number().check(z.positive(), z.maximum(86_400)), z.transform(Math.ceil)),
  ),
});

/** Served with range requests. */
export function videoUrl(id: number): string {
  return `/resources/videos/${id}.mp4`;
}

export function captionsUrl(id: number): string {
  return `/resources/captions/${id}.vtt`;
}

/** The captions as plain text without times. */
export function transcriptUrl(id: number): string {
  return `/resources/captions/${id}.txt`;
}

/** A download under the original name. */
export function fileUrl(id: number): string {
  return `/resources/files/${id}`;
}
