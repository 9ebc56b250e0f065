import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  amountToExplain,
  type CardLineRef,
  cardLineKindsOf,
  type ExplainCardLine,
} from "@portal/shared/sales/card-match.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Database } from "../../platform/db/database.ts";
import { bookedMoney, unbookedMoney } from "../bank-entries/bank-entry.actions.ts";
import { entryAmount } from "../bank-entries/bank-entry.rules.ts";
import { settlementKindOf } from "./settlement-kind.rules.ts";

/**
 * Says what a line of a settlement is that is no payment, refund, payout or fee, and books it on its day. The fee of a dispute
 * is booked with the other fees.
 *
 * @throws DomainError cardmatch.decided where it is explained, is such a line, moves no money, or cannot be of the kind
 */
export async function explainCardLine(
  caller: Caller,
  user: SignedInUser,
  { commandId, lineId, kind }: ExplainCardLine,
): Promise<{ lineId: number }> {
  const command = commandFrom(caller, commandId, { action: "cardMatch.explain", lineId, kind });
  await caller.ledger.execute(command, async (streams) => {
    const line = await findCardLine(caller.db, lineId);
    const { type, gross, day } = line;
    const isOpen = line.entryId === null && settlementKindOf(type, gross) === "unknown";
    const said = amountToExplain(line);
    if (!isOpen || said === 0 || !cardLineKindsOf(said).includes(kind))
      throw new DomainError("cardmatch.decided");
    const moved = Math.abs(said);
    const amount = entryAmount(kind, said > 0 ? "in" : "out", moved);
    const events = await bookedMoney(caller, streams, [
      { kind, amount, day, settlementLineId: lineId },
    ]);
    return {
      events,
      answer: {},
      sideWrites: async (tx) => {
        const entry_id = events[0]?.entryId ?? null;
        const { numUpdatedRows } = await tx
          .updateTable("settlement_line")
          .set({ explained_as: kind, entry_id, explained_at: caller.now(), explained_by: user.id })
          .where("id", "=", lineId)
          .where("entry_id", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new DomainError("cardmatch.decided");
        const target = `settlement line ${lineId}`;
        const details = { kind, amount: moved };
        await insertAudit(tx, caller, { action: "card-line.explained", target, details });
      },
    };
  });
  return { lineId };
}

/** Takes back what somebody said, and its entry. @throws DomainError cardmatch.decided where nobody did */
export async function reopenCardLine(
  caller: Caller,
  { commandId, lineId }: CardLineRef,
): Promise<{ lineId: number }> {
  const command = commandFrom(caller, commandId, { action: "cardMatch.reopenLine", lineId });
  await caller.ledger.execute(command, async (streams) => {
    const line = await findCardLine(caller.db, lineId);
    const { entryId } = line;
    if (entryId === null) throw new DomainError("cardmatch.decided");
    return {
      events: await unbookedMoney(streams, entryId),
      answer: {},
      sideWrites: async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable("settlement_line")
          .set({ explained_as: null, entry_id: null, explained_at: null, explained_by: null })
          .where("id", "=", lineId)
          .where("entry_id", "=", entryId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new DomainError("cardmatch.decided");
        const target = `settlement line ${lineId}`;
        const details = { amount: Math.abs(amountToExplain(line)) };
        await insertAudit(tx, caller, { action: "card-line.reopened", target, details });
      },
    };
  });
  return { lineId };
}

/** @throws DomainError cardmatch.decided for one that is not there */
async function findCardLine(db: Database, lineId: number) {
  const line = await db
    .selectFrom("settlement_line")
    .select(["type", "gross", "net", "day", "entry_id as entryId"])
    .where("id", "=", lineId)
    .executeTakeFirst();
  if (!line) throw new DomainError("cardmatch.decided");
  return line;
}
