import { sql } from "kysely";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { createInlineProjector } from "../../projections/live/inline-projector.ts";
import { eraseAccount, leavingTheNetwork } from "../../office/erasure/erase-account.actions.ts";
import { eraseGuestAgain } from "../../office/erasure/erase-guest.actions.ts";
import {
  keepDigestsOf,
  listGuestsReadableAgain,
  listReadableAgain,
  wordsOfGuest,
} from "../../office/erasure/erased-list.ts";
import { ledgerCatalogue } from "../../projections/ledger-catalogue.ts";
import { appendAll } from "../../platform/ledger/append-statement.ts";
import { newEventId } from "../../platform/ledger/event-catalogue.ts";
import { createStreamReader } from "../../platform/ledger/read-events.ts";

export type ErasedAgain = Readonly<{
  erasedAgain: number;
  /** Whom it failed for, and why; a portal does not start before they are erased as well. */
  stillReadable: readonly Readonly<{ who: string; reason: string }>[];
}>;

/**
 * Forgets once more whom a backup of before still knew (R78), in the caller's transaction, so that nobody reads them
 * in between. Person by person: one who cannot be erased keeps no other readable. What the restored ledger owes
 * somebody is not asked for: it was settled when they were erased, or is owed to nobody who could be told.
 */
export async function eraseAgain(
  tx: Tx,
  listed: ReadonlySet<string>,
  now: string,
): Promise<ErasedAgain> {
  const userIds = await listReadableAgain(readOnly(tx), listed);
  await keepDigestsOf(tx, userIds, now);
  const people = userIds.map((userId) => ({
    who: `account ${userId}`,
    erase: () => eraseMember(tx, userId, now),
  }));
  const guests = (await listGuestsReadableAgain(readOnly(tx), listed)).map((guest) => ({
    who: wordsOfGuest(guest),
    erase: () => eraseGuestAgain(tx, guest, now),
  }));
  const stillReadable: { who: string; reason: string }[] = [];
  const everybody = [...people, ...guests];
  for (const { who, erase } of everybody) {
    const reason = await tryOne(tx, erase);
    if (reason !== null) stillReadable.push({ who, reason });
  }
  return { erasedAgain: everybody.length - stillReadable.length, stillReadable };
}

/** Answers what went wrong, with everything of this person as it was; or null. */
async function tryOne(tx: Tx, erase: () => Promise<void>): Promise<string | null> {
  await sql`savepoint erase_again`.execute(tx);
  try {
    await erase();
    await sql`release savepoint erase_again`.execute(tx);
    return null;
  } catch (error) {
    await sql`rollback to savepoint erase_again`.execute(tx);
    return error instanceof Error ? error.message : String(error);
  }
}

async function eraseMember(tx: Tx, userId: number, occurredAt: string): Promise<void> {
  const decided = await leavingTheNetwork(createStreamReader(tx), userId);
  const metadata = { source: "restore", correlationId: `erase-again-${userId}` };
  const recorded = await appendAll(
    tx,
    decided.map(({ streamId, event: { type, data } }) => ({
      streamId,
      type,
      data,
      metadata,
      occurredAt,
      streamVersion: null,
      eventId: newEventId(),
      schemaVersion: ledgerCatalogue.versionOf(type),
    })),
    { actor: "restore" },
  );
  await createInlineProjector().project(tx, recorded);
  await eraseAccount(tx, userId, occurredAt, { isAgain: true });
}
