import { readOnly, type Tx } from "../../platform/db/database.ts";
import { tryUnderSavepoint } from "../../platform/db/savepoint.ts";
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
  /** Those for whom it failed, and why; the portal does not start until they are erased as well. */
  stillReadable: readonly Readonly<{ who: string; reason: string }>[];
}>;

/**
 * Erases again the people whose data came back with a backup from before their erasure (R78). Runs in the caller's
 * transaction, so that their data is never visible. Each person is erased under a savepoint: a failure leaves only that
 * person readable. Amounts that the restored ledger owes them do not prevent it: they were settled at the erasure, or there is
 * no one left who could be told.
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
  const all = [...people, ...guests];
  for (const { who, erase } of all) {
    const reason = await tryUnderSavepoint(tx, erase);
    if (reason !== null) stillReadable.push({ who, reason });
  }
  return { erasedAgain: all.length - stillReadable.length, stillReadable };
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
    "restore",
  );
  await createInlineProjector().project(tx, recorded);
  await eraseAccount(tx, userId, occurredAt, { isAgain: true });
}
