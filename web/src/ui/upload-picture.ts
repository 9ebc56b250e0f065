import { type Uploaded, uploadAnswer, uploadLost } from "../api/upload-answer.ts";
import { uploadBytesMax } from "@portal/shared/office/uploads.ts";

/** For the file field of a picture. */
export const pictureTypes = "image/jpeg,image/png,image/webp,image/avif,image/gif";

/** Uploads a public picture. @returns its id, or the error message (E001, specification, section 8) */
export async function uploadPicture(file: File): Promise<Uploaded> {
  if (file.size > uploadBytesMax.image) return { failure: "E001: This file is too large." };
  const form = new FormData();
  form.set("category", "Photos");
  form.set("title", file.name.slice(0, 200) || "Picture");
  form.set("file", file);
  try {
    const response = await fetch("/api/upload/save/-1", { method: "POST", body: form });
    return uploadAnswer(await response.text());
  } catch {
    return uploadLost;
  }
}
