import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { type AuditEntry, insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Command } from "../../platform/ledger/ledger.ts";
import { bookedMoney, type NewBankEntry, unbookedMoney } from "./bank-entry.actions.ts";

type ByHand = Readonly<{
  command: Command;
  /** Of what is not right, and where somebody else was faster. */
  refusal: DomainErrorCode;
}>;

/** Books an entry that no transaction has. A row beside the ledger, of which there is one, keeps its id until it is taken back. */
export async function bookByHand(
  caller: Caller,
  {
    command,
    refusal,
    ...hand
  }: ByHand &
    Readonly<{
      isRight: () => Promise<boolean>;
      entry: NewBankEntry;
      /** @returns how many rows it inserted */
      keep: (tx: Tx, entryId: string) => Promise<bigint | undefined>;
      audit: AuditEntry;
    }>,
): Promise<{ entryId: string }> {
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    if (!(await hand.isRight())) throw new DomainError(refusal);
    const events = await bookedMoney(caller, streams, [hand.entry]);
    const entryId = events[0]?.entryId ?? "";
    return {
      events,
      answer: { entryId },
      sideWrites: async (tx) => {
        if (!(await hand.keep(tx, entryId))) throw new DomainError(refusal);
        await insertAudit(tx, caller, hand.audit);
      },
    };
  });
  return answer;
}

/** Takes such an entry back; it can be booked again. */
export async function takeBackByHand(
  caller: Caller,
  {
    command,
    refusal,
    ...hand
  }: ByHand &
    Readonly<{
      /** The id of the booked entry. */
      find: () => Promise<string | undefined>;
      /** Deletes its row. @returns what is audited; null where it is gone */
      drop: (tx: Tx, entryId: string) => Promise<AuditEntry | null>;
    }>,
): Promise<{ entryId: string }> {
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const entryId = await hand.find();
    if (entryId === undefined) throw new DomainError(refusal);
    return {
      events: await unbookedMoney(streams, entryId),
      answer: { entryId },
      sideWrites: async (tx) => {
        const audit = await hand.drop(tx, entryId);
        if (audit === null) throw new DomainError(refusal);
        await insertAudit(tx, caller, audit);
      },
    };
  });
  return answer;
}
