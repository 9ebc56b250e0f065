import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import type { BankFileOptions } from "./bank-file.ts";
import { readBankPayments, readBankStatement } from "./bank-statement.ts";
import { readCardSettlement } from "./card-settlement.ts";
import { dayOrders } from "./day-text.ts";
import { readOutsideLines } from "./outside-lines.ts";
import { StatementError } from "./statement-error.ts";
import { textOfWorkbook } from "./workbook.ts";

/** What is read from an uploaded file, by what it is uploaded for. */
const readers = {
  "bank-statement": readBankStatement,
  "bank-payments": readBankPayments,
  "card-settlement": readCardSettlement,
  bank: (text: string, options: BankFileOptions) => readOutsideLines(text, "bank", options),
  payfast: (text: string, options: BankFileOptions) => readOutsideLines(text, "payfast", options),
  /** Its bytes in base64. */
  workbook: (text: string) => textOfWorkbook(Buffer.from(text, "base64")),
} as const;
type Readers = typeof readers;
export type FileKind = keyof Readers;
export type ContentOf<Kind extends FileKind> = Awaited<ReturnType<Readers[Kind]>>;

/** The content of the file, or why it cannot be read. */
export type FileAnswer<Kind extends FileKind> =
  | Readonly<{ content: ContentOf<Kind> }>
  | Readonly<{ refusal: string }>;

const kinds = z.enum([
  "bank-statement",
  "bank-payments",
  "card-settlement",
  "bank",
  "payfast",
  "workbook",
]);
const optionsSchema = z.object({
  currency: z.enum(["ZAR", "GBP", "USD"]).nullable(),
  timeZone: z.string(),
  dayOrder: z.enum(dayOrders),
});
const requestSchema = z.object({ kind: kinds, text: z.string(), options: optionsSchema });
export type FileRequest = z.infer<typeof requestSchema>;

/** A hostile file may take long, or much memory; on a thread of its own it neither blocks requests nor ends the process. */
async function answer(): Promise<FileAnswer<FileKind>> {
  const { kind, text, options } = requestSchema.parse(workerData);
  try {
    return { content: await readers[kind](text, options) };
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    return { refusal: error.message };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(await answer());
