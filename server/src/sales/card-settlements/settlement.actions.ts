import type { Insertable } from "kysely";
import type { SignedInUser } from "../../caller.ts";
import {
  readCardSettlement,
  type SettlementLine,
} from "../../gateways/bank-files/card-settlement.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tables, Tx } from "../../platform/db/database.ts";
import {
  readUpload,
  type UploadContext,
  type UploadedFile,
  withFingerprints,
} from "../bank-lines/upload-statement.actions.ts";

/**
 * Stores the lines of a settlement that are new, and which days the file covers. No payment is recorded by it.
 *
 * @throws DomainError settlement.unreadable with the line and the problem
 */
export async function uploadSettlement(
  context: UploadContext,
  user: SignedInUser,
  file: UploadedFile,
) {
  const settlement = readUpload("settlement.unreadable", () => readCardSettlement(file.text));
  // A line is identified by the provider's number and its kind, or else by its day, type and amounts.
  const lines = withFingerprints(settlement, ({ kind, paymentId, day, type, gross, fee, net }) =>
    paymentId === null ? [day, type, gross, fee, net] : [kind, paymentId, gross, fee, net],
  );
  const days = lines.map(({ day }) => day).toSorted();
  const [from = "", to = ""] = [days[0], days.at(-1)];
  const uploaded = { uploaded_by: user.id, uploaded_at: context.now(), from_day: from, to_day: to };
  const added = await context.db.transaction().execute(async (tx) => {
    const count = await insertSettlement(tx, { name: file.name, ...uploaded }, lines);
    const details = { lines: lines.length, added: count, from, to };
    await insertAudit(tx, context, { action: "card-settlement.uploaded", details });
    return count;
  });
  return { added, known: lines.length - added, from, to };
}

export type NewSettlementLine = SettlementLine & Readonly<{ fingerprint: string }>;

/** @returns how many of the lines are new */
export async function insertSettlement(
  tx: Tx,
  file: Insertable<Tables["settlement_file"]>,
  lines: readonly NewSettlementLine[],
): Promise<number> {
  const { id: fileId } = await tx
    .insertInto("settlement_file")
    .values(file)
    .returning("id")
    .executeTakeFirstOrThrow();
  let added = 0;
  for (let from = 0; from < lines.length; from += 1000) {
    const rows = await tx
      .insertInto("settlement_line")
      .values(
        lines.slice(from, from + 1000).map(({ paymentId, orderId, orderNumber, ...line }) => ({
          ...line,
          file_id: fileId,
          payment_id: paymentId,
          order_id: orderId,
          order_number: orderNumber,
        })),
      )
      .onConflict((conflict) => conflict.column("fingerprint").doNothing())
      .returning("id")
      .execute();
    added += rows.length;
  }
  return added;
}
