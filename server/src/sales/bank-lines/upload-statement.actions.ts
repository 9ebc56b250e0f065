import { createHash } from "node:crypto";
import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { orderNumbersIn } from "@portal/shared/platform/order-reference.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { type BankStatement, readBankStatement } from "../../gateways/bank-files/bank-statement.ts";
import { StatementError } from "../../gateways/bank-files/statement-file.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";

export type UploadContext = Pick<Caller, "db" | "user" | "impersonatedById" | "now">;
export type UploadedFile = Readonly<{ name: string; text: string }>;

/**
 * Stores the lines of a statement that are new, and which days it covers. No order is paid by it.
 *
 * @throws DomainError bankline.unreadable with the line and the problem
 */
export async function uploadStatement(
  context: UploadContext,
  user: SignedInUser,
  file: UploadedFile,
) {
  const statement = readUpload("bankline.unreadable", () => readBankStatement(file.text));
  const lines = bankLinesOf(statement);
  const uploaded = { name: file.name, uploadedBy: user.id, uploadedAt: context.now() };
  const added = await context.db.transaction().execute(async (tx) => {
    const count = await insertBankLines(tx, lines, uploaded);
    const { from, to } = statement.days;
    await tx
      .insertInto("bank_statement")
      .values({
        account: statement.account,
        from_day: from,
        to_day: to,
        uploaded_at: uploaded.uploadedAt,
        uploaded_by: uploaded.uploadedBy,
      })
      .execute();
    const details = { lines: lines.length, added: count, layout: statement.layout, from, to };
    await insertAudit(tx, context, { action: "bank-statement.uploaded", details });
    return count;
  });
  return { layout: statement.layout, added, known: lines.length - added };
}

/** @throws DomainError with this code, and the message of a file that cannot be read */
export function readUpload<Content>(code: DomainErrorCode, read: () => Content): Content {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    throw new DomainError(code, error.message);
  }
}

/** A line is identified by the bank's id, or else by its day, amount, description and balance. */
function bankLinesOf({ account, lines }: BankStatement) {
  const known = lines.map(({ description, ...line }) => ({
    ...line,
    description: description.replaceAll(/\s+/g, " ").slice(0, 500),
  }));
  return withFingerprints(known, ({ bankId, day, amount, description, balance }) =>
    bankId === null ? [account, day, amount, description, balance] : [account, bankId],
  ).map(({ bankId: _bankId, balance: _balance, ...line }) => ({ ...line, account }));
}

/**
 * Adds to each line a hash of the facts that identify it. Equal lines are numbered, so that uploading the same file
 * twice adds nothing.
 */
export function withFingerprints<Line extends object>(
  lines: readonly Line[],
  factsOf: (line: Line) => readonly unknown[],
) {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const facts = JSON.stringify(factsOf(line));
    const count = (seen.get(facts) ?? 0) + 1;
    seen.set(facts, count);
    const fingerprint = createHash("sha256").update(`${count} ${facts}`).digest("hex");
    return { ...line, fingerprint };
  });
}

/** @returns how many of the lines are new */
async function insertBankLines(
  tx: Tx,
  lines: ReturnType<typeof bankLinesOf>,
  file: Readonly<{ name: string; uploadedBy: number; uploadedAt: string }>,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < lines.length; from += 1000) {
    const rows = await tx
      .insertInto("bank_line")
      .values(
        lines.slice(from, from + 1000).map(({ day, ...line }) => ({
          ...line,
          named_orders: orderNumbersIn(line.description),
          booked_on: day,
          file_name: file.name,
          uploaded_by: file.uploadedBy,
          uploaded_at: file.uploadedAt,
        })),
      )
      .onConflict((conflict) => conflict.column("fingerprint").doNothing())
      .returning("id")
      .execute();
    added += rows.length;
  }
  return added;
}
