import { filePasswordHeader } from "@portal/shared/office/reports/customer-export.ts";
import { takeFile } from "./take-file.ts";

type Answer = Readonly<{
  /** Of the file that was saved. */
  fileName: string | null;
  failure: string | null;
}>;

/** Fetches the file and gives it to the browser's downloads; tells how many bytes came so far. */
export async function fetchCustomers(
  { repeatOnly, password }: Readonly<{ repeatOnly: boolean; password: string | null }>,
  onBytes: (bytes: number) => void,
): Promise<Answer> {
  const fileName = repeatOnly ? "customers-repeat.xlsx" : "customers.xlsx";
  const failure = await takeFile({
    address: `/api/customer/export?repeatCustomersOnly=${repeatOnly}`,
    fileName,
    onBytes,
    headers: password === null ? {} : { [filePasswordHeader]: password },
  });
  return { fileName: failure === null ? fileName : null, failure };
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
