import { z } from "zod";
import { refusedFileSchema } from "../../api/refused-file.ts";
import { shopFault } from "../../api/error-message.ts";
import { uploadBytesMax } from "@portal/shared/office/uploads.ts";

const answerSchema = z.union([
  z.object({ success: z.literal(true), id: z.number() }),
  refusedFileSchema,
]);

/** Sends a picture for everybody to see. @returns its number, or what went wrong in words (E001, specification, section 8) */
export async function uploadPicture(file: File): Promise<{ id: number } | { failure: string }> {
  if (file.size > uploadBytesMax.image) return { failure: "E001: This file is too large." };
  const form = new FormData();
  form.set("category", "Photos");
  form.set("title", file.name.slice(0, 200) || "Picture");
  form.set("file", file);
  try {
    const response = await fetch("/api/upload/save/-1", { method: "POST", body: form });
    return answerIn(await response.text());
  } catch {
    return { failure: "E001: We could not reach the shop. Please try again." };
  }
}

function answerIn(text: string): { id: number } | { failure: string } {
  try {
    const answer = answerSchema.parse(JSON.parse(text));
    return answer.success ? { id: answer.id } : { failure: `E001: ${answer.error}` };
  } catch {
    return { failure: `E001: ${shopFault}` };
  }
}
