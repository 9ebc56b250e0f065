import { filePasswordHeader } from "@portal/shared/reports/customer-export.ts";
import { z } from "zod";
import { saveFile } from "../../ui/save-file.ts";

const refusalSchema = z.object({ error: z.string(), code: z.string().nullish() });
const noLine = "We could not reach the shop. Please check your connection and try again.";

type Answer = Readonly<{
  /** Of the file that was saved. */
  fileName: string | null;
  failure: string | null;
  isPasswordNeeded: boolean;
}>;

/** Fetches the file and gives it to the browser's downloads; tells how many bytes came so far. */
export async function fetchCustomers(
  { repeatOnly, password }: Readonly<{ repeatOnly: boolean; password: string | null }>,
  onBytes: (bytes: number) => void,
): Promise<Answer> {
  try {
    const response = await fetch(`/api/customer/export?repeatCustomersOnly=${repeatOnly}`, {
      headers: password === null ? {} : { [filePasswordHeader]: password },
    });
    if (!response.ok) {
      const { error, code } = refusalSchema.parse(await response.json());
      return {
        fileName: null,
        failure: error,
        isPasswordNeeded: code === "access.password-needed",
      };
    }
    const fileName = repeatOnly ? "customers-repeat.xlsx" : "customers.xlsx";
    saveFile(await readAll(response, onBytes), fileName);
    return { fileName, failure: null, isPasswordNeeded: false };
  } catch {
    return { fileName: null, failure: noLine, isPasswordNeeded: false };
  }
}

async function readAll(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) break;
    chunks.push(next.value);
    bytes += next.value.length;
    onBytes(bytes);
  }
  return new Blob(chunks, { type: response.headers.get("content-type") ?? "" });
}

/** Letters and digits that cannot be taken for one another. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

/** Five groups of four, more than a hundred bits; a letter is drawn anew where it would be uneven. */
export function newFilePassword(): string {
  const fair = 256 - (256 % letters.length);
  let drawn = "";
  while (drawn.length < 20) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) drawn += letters.charAt(byte % letters.length);
  }
  return drawn.replaceAll(/(.{4})(?=.)/g, "$1-");
}
