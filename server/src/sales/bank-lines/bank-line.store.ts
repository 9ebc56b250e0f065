import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { BankLineState } from "@portal/shared/sales/bank-lines.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { OrderUse } from "./bank-line.matching.ts";

export type NewBankLine = Readonly<{
  fingerprint: string;
  account: string;
  day: string;
  amount: number;
  description: string;
}>;

/** @returns how many of the lines were not there yet. */
export async function insertBankLines(
  tx: Tx,
  lines: readonly NewBankLine[],
  file: Readonly<{ name: string; uploadedBy: number; uploadedAt: string }>,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < lines.length; from += 1000) {
    const rows = await tx
      .insertInto("bank_line")
      .values(
        lines.slice(from, from + 1000).map(({ day, ...line }) => ({
          ...line,
          booked_on: day,
          file_name: file.name,
          uploaded_by: file.uploadedBy,
          uploaded_at: file.uploadedAt,
          decided_at: null,
          decided_by: null,
          reason: null,
        })),
      )
      .onConflict((conflict) => conflict.column("fingerprint").doNothing())
      .returning("id")
      .execute();
    added += rows.length;
  }
  return added;
}

export type OpenBankLine = Readonly<{ amount: number; bookedOn: string; description: string }>;

/** @throws DomainError bank-line.unknown */
export async function findBankLine(
  db: Database,
  id: number,
): Promise<OpenBankLine & { state: BankLineState }> {
  const row = await db
    .selectFrom("bank_line")
    .select(["amount", "booked_on as bookedOn", "description", "state"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new DomainError("bankline.unknown");
  return row;
}

type Decision = Readonly<{
  from: BankLineState;
  to: BankLineState;
  by: number;
  at: string;
  reason?: string;
}>;

/**
 * Moves a line on from the state that it was seen in.
 *
 * @throws DomainError bank-line.decided where somebody else was quicker
 */
export async function decideBankLine(tx: Tx, id: number, decision: Decision): Promise<void> {
  const isOpen = decision.to === "open";
  const { numUpdatedRows } = await tx
    .updateTable("bank_line")
    .set({
      state: decision.to,
      decided_at: isOpen ? null : decision.at,
      decided_by: isOpen ? null : decision.by,
      reason: decision.reason ?? null,
    })
    .where("id", "=", id)
    .where("state", "=", decision.from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new DomainError("bankline.decided");
}

export async function insertBankLineUses(
  tx: Tx,
  lineId: number,
  uses: readonly OrderUse[],
): Promise<void> {
  await tx
    .insertInto("bank_line_use")
    .values(
      uses.map(({ orderNumber, amount }) => ({
        line_id: lineId,
        order_number: orderNumber,
        amount,
      })),
    )
    .execute();
}
