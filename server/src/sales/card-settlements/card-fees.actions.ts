import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { BookCardFees, CardLineRef } from "@portal/shared/sales/card-match.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { bookedMoney, unbookedMoney } from "../bank-entries/bank-entry.actions.ts";
import { listCardMatch } from "./card-match.queries.ts";

/**
 * Books fees of the card provider that the ledger does not have, on the days of their settlement lines. All or none.
 *
 * @throws DomainError cardmatch.fees-changed where one of them is another amount, is booked, or is none of these days
 */
export async function bookCardFees(
  caller: Caller,
  { commandId, from, to, fees }: BookCardFees,
): Promise<{ booked: number }> {
  const command = commandFrom(caller, commandId, { action: "cardMatch.bookFees", from, to, fees });
  await caller.ledger.execute(command, async (streams) => {
    const page = { from, to, show: "all", page: 1, pageSize: 1 } as const;
    const known = await listCardMatch(readOnly(caller.db), caller.shop.region, page);
    const open = new Map(known.fees.map((fee) => [fee.lineId, fee]));
    const entries = fees.map(({ lineId, amount }) => {
      const fee = open.get(lineId);
      if (fee?.amount !== amount) throw new DomainError("cardmatch.fees-changed");
      return { kind: "card-fee", amount, day: fee.day, settlementLineId: lineId } as const;
    });
    const events = await bookedMoney(caller, streams, entries);
    return {
      events,
      answer: {},
      sideWrites: async (tx) => {
        for (const { entry, entryId } of events) {
          const { numUpdatedRows } = await tx
            .updateTable("settlement_line")
            .set({ fee_entry_id: entryId })
            .where("id", "=", entry.settlementLineId ?? 0)
            .where("fee_entry_id", "is", null)
            .executeTakeFirst();
          if (numUpdatedRows === 0n) throw new DomainError("cardmatch.fees-changed");
        }
        const details = {
          count: fees.length,
          amount: fees.reduce((sum, fee) => sum + fee.amount, 0),
        };
        await insertAudit(tx, caller, { action: "card-fees.booked", details });
      },
    };
  });
  return { booked: fees.length };
}

/** Takes a booked fee back; it can be booked again. @throws DomainError cardmatch.fees-changed where it is not booked */
export async function unbookCardFee(
  caller: Caller,
  { commandId, lineId }: CardLineRef,
): Promise<{ lineId: number }> {
  const command = commandFrom(caller, commandId, { action: "cardMatch.unbookFee", lineId });
  await caller.ledger.execute(command, async (streams) => {
    const line = await caller.db
      .selectFrom("settlement_line")
      .select(["fee_entry_id as entryId", "fee"])
      .where("id", "=", lineId)
      .executeTakeFirst();
    const entryId = line?.entryId ?? null;
    if (!line || entryId === null) throw new DomainError("cardmatch.fees-changed");
    return {
      events: await unbookedMoney(streams, entryId),
      answer: {},
      sideWrites: async (tx) => {
        await tx
          .updateTable("settlement_line")
          .set({ fee_entry_id: null })
          .where("id", "=", lineId)
          .where("fee_entry_id", "=", entryId)
          .execute();
        const target = `settlement line ${lineId}`;
        const details = { amount: Math.abs(line.fee) };
        await insertAudit(tx, caller, { action: "card-fees.taken-back", target, details });
      },
    };
  });
  return { lineId };
}
