import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { readBankPayments, readBankStatement } from "./bank-statement.ts";
import { readCardSettlement } from "./card-settlement.ts";
import { readOutsideLines } from "./outside-lines.ts";
import { StatementError } from "./statement-file.ts";

/** What is read from an uploaded file, by what it is uploaded for. */
const readers = {
  "bank-statement": readBankStatement,
  "bank-payments": readBankPayments,
  "card-settlement": readCardSettlement,
  bank: (text: string) => readOutsideLines(text, "bank"),
  payfast: (text: string) => readOutsideLines(text, "payfast"),
} as const;
type Readers = typeof readers;
export type FileKind = keyof Readers;
export type ContentOf<Kind extends FileKind> = ReturnType<Readers[Kind]>;

/** The content of the file, or why it cannot be read. */
export type FileAnswer<Kind extends FileKind> =
  | Readonly<{ content: ContentOf<Kind> }>
  | Readonly<{ refusal: string }>;

const kinds = z.enum(["bank-statement", "bank-payments", "card-settlement", "bank", "payfast"]);
const requestSchema = z.object({ kind: kinds, text: z.string() });
export type FileRequest = z.infer<typeof requestSchema>;

/** A hostile file may take long, or much memory; on a thread of its own it neither blocks requests nor ends the process. */
function answer(): FileAnswer<FileKind> {
  const { kind, text } = requestSchema.parse(workerData);
  try {
    return { content: readers[kind](text) };
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    return { refusal: error.message };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(answer());
