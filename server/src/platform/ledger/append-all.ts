import { randomUUID } from "node:crypto";
import { CompiledQuery } from "kysely";
import type { Tx } from "../db/database.ts";
import { appendStatement, type NewEvent, recordedEvents } from "./append-statement.ts";
import { requestHash } from "./canonical-json.ts";
import type { Recorded } from "./recorded-event.ts";

/** An event names a version that does not follow on what its stream has. */
export class WrongStreamVersion extends Error {
  override readonly name = "WrongStreamVersion";
  /** Which of the events that were handed over, from 0. */
  readonly index: number;

  constructor(index: number, { streamId, streamVersion }: NewEvent, next: number) {
    super(`stream ${streamId} continues with version ${next}, not ${streamVersion}`);
    this.index = index;
  }
}

/**
 * Appends some thousand events at once, for an import or a seed, in the caller's transaction: all of
 * them or, when that rolls back, none. Other writers wait until it ends. The events are one command
 * in the ledger; a known event id is refused, so a repeatable import leaves those out beforehand.
 *
 * @throws WrongStreamVersion
 */
export async function appendAll(
  tx: Tx,
  events: readonly NewEvent[],
  {
    commandId = `batch:${randomUUID()}`,
    actor = null,
  }: { commandId?: string; actor?: string | null } = {},
): Promise<readonly Recorded[]> {
  if (events.length === 0) return [];
  const command = { commandId, requestHash: requestHash(null), actor, answer: null, events };
  const { text, values, read } = appendStatement([command]);
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
  const [appended] = read(rows[0]);
  if (appended?.outcome === "stale") throw await firstWrongVersion(tx, events);
  if (appended?.outcome !== "appended") throw new Error(`${commandId} was appended before`);
  return recordedEvents(events, appended);
}

/** Which one it was; the lock that append took still holds, so the heads are those it compared with. */
async function firstWrongVersion(tx: Tx, events: readonly NewEvent[]): Promise<Error> {
  const heads = await tx
    .selectFrom("ledger_streams")
    .select(["stream_id", "stream_version"])
    .where("stream_id", "in", [...new Set(events.map(({ streamId }) => streamId))])
    .execute();
  const next = new Map(heads.map((head) => [head.stream_id, head.stream_version + 1]));
  for (const [index, event] of events.entries()) {
    const expected = next.get(event.streamId) ?? 1;
    if (event.streamVersion !== null && event.streamVersion !== expected)
      return new WrongStreamVersion(index, event, expected);
    next.set(event.streamId, expected + 1);
  }
  return new Error("a stream moved although the ledger was locked");
}
