import type { Tx } from "../../platform/db/database.ts";
import type { SettlementLine } from "../../gateways/bank-files/card-settlement.ts";

export type NewSettlementLine = SettlementLine & Readonly<{ fingerprint: string }>;
export type NewSettlementFile = Readonly<{
  name: string;
  fromDay: string;
  toDay: string;
  uploadedBy: number;
  uploadedAt: string;
}>;

/** @returns how many of the lines were not there yet. */
export async function insertSettlement(
  tx: Tx,
  file: NewSettlementFile,
  lines: readonly NewSettlementLine[],
): Promise<number> {
  const { id: fileId } = await tx
    .insertInto("settlement_file")
    .values({
      name: file.name,
      from_day: file.fromDay,
      to_day: file.toDay,
      uploaded_by: file.uploadedBy,
      uploaded_at: file.uploadedAt,
    })
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
