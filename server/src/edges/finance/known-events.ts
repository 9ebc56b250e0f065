import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../../platform/db/database.ts";
import { findFreeTexts } from "../../platform/free-text/free-text.store.ts";
import { ledgerCatalogue } from "../../projections/ledger-catalogue.ts";
import { UnreadableEvent } from "../../platform/ledger/event-catalogue.ts";
import type { IncomingEvent } from "./envelope.ts";

/** An event that the ledger has already, as far as an import could contradict it. */
type KnownEvent = Readonly<{
  eventId: string;
  streamId: string;
  streamVersion: number | undefined;
  occurredAt: string;
  event: IncomingEvent["event"];
  /** Null also where it is erased. */
  text: string | null;
  where: string;
}>;

export type KnownEvents = ReadonlyMap<string, KnownEvent>;

export async function findKnownEvents(tx: Tx, eventIds: readonly string[]): Promise<KnownEvents> {
  const rows = await tx
    .selectFrom("ledger_events")
    .select([
      "position",
      "event_id as eventId",
      "stream_id as streamId",
      "stream_version as streamVersion",
      "occurred_at as occurredAt",
      "type",
      "schema_version as schemaVersion",
      "data",
    ])
    .where((where) => where("event_id", "=", where.fn.any(where.val(eventIds))))
    .execute();
  const texts = await findFreeTexts(
    tx,
    rows.map(({ eventId }) => eventId),
  );
  return new Map(
    rows.map(({ position, type, schemaVersion, data, ...row }) => [
      row.eventId,
      // What was accepted then and what is accepted now are compared in today's shape.
      {
        ...row,
        event: ledgerCatalogue.read({ type, schemaVersion, eventId: row.eventId, data }),
        text: texts.get(row.eventId) ?? null,
        where: `at position ${position}`,
      },
    ]),
  );
}

/**
 * A repeated import skips what is there, but the same id with other content is a contradiction.
 *
 * @throws UnreadableEvent
 */
export function requireSame(incoming: IncomingEvent, known: KnownEvent): void {
  const field = differingField(incoming, known);
  if (field !== null)
    throw new UnreadableEvent(
      `event ${incoming.eventId} is ${known.where} already, with another ${field}`,
    );
}

function differingField(incoming: IncomingEvent, known: KnownEvent): string | null {
  if (incoming.event.type !== known.event.type) return "type";
  if (incoming.streamId !== known.streamId) return "stream";
  if (!isDeepStrictEqual(incoming.event.data, known.event.data)) return "data";
  if (known.text !== null && incoming.text !== known.text) return "data";
  if (incoming.occurredAt !== known.occurredAt) return "time";
  const isSameVersion =
    incoming.streamVersion === undefined ||
    known.streamVersion === undefined ||
    incoming.streamVersion === known.streamVersion;
  return isSameVersion ? null : "stream version";
}
