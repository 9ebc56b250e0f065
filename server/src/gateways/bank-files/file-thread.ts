import { parentPort, workerData } from "node:worker_threads";
import { columnRoles } from "@portal/shared/sales/bank-lines.ts";
import { z } from "zod";
import { readStatementFile } from "./bank-statement.ts";
import { readCardSettlement } from "./card-settlement.ts";
import { dayOrders } from "./day-text.ts";
import { StatementError } from "./statement-error.ts";
import { csvOfWorkbook } from "./workbook-text.ts";

/** What is read from an uploaded file, by what it is uploaded for. */
const readers = {
  "bank-statement": readStatementFile,
  "card-settlement": readCardSettlement,
} as const;
type Readers = typeof readers;
export type FileKind = keyof Readers;
export type ContentOf<Kind extends FileKind> = ReturnType<Readers[Kind]>;

/** What was read, or why it cannot be read. */
export type ThreadAnswer<Content> = Readonly<{ content: Content }> | Readonly<{ refusal: string }>;

const kinds = z.enum(["bank-statement", "card-settlement"]);
const rolesSchema = z.array(z.enum(columnRoles)).readonly();
const optionsSchema = z.object({
  currency: z.enum(["ZAR", "GBP", "USD"]).nullable(),
  timeZone: z.string(),
  dayOrder: z.enum(dayOrders),
  answeredOrder: z.enum(dayOrders).optional(),
  latest: z.string().optional(),
  columns: rolesSchema.optional(),
  savedColumns: z
    .array(
      z.object({
        account: z.string(),
        fingerprint: z.string(),
        columns: rolesSchema,
        dayOrder: z.enum(dayOrders).nullable(),
      }),
    )
    .readonly()
    .optional(),
});
const fileSchema = z.object({ kind: kinds, text: z.string(), options: optionsSchema });
const workbookSchema = z.object({
  workbook: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
const requestSchema = z.union([fileSchema, workbookSchema]);
export type ThreadRequest = z.infer<typeof requestSchema>;

/** A hostile file may take long, or much memory; on a thread of its own it neither blocks requests nor ends the process. */
async function answer(): Promise<ThreadAnswer<unknown>> {
  const request = requestSchema.parse(workerData);
  try {
    if ("workbook" in request) return { content: await csvOfWorkbook(request.workbook) };
    return { content: readers[request.kind](request.text, request.options) };
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    return { refusal: error.message };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(await answer());
