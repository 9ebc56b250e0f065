import type { EventMetadata } from "./recorded-event.ts";

/** An event that is to be written, checked and complete but for its place. */
export type NewEvent = Readonly<{
  streamId: string;
  /** The version that it must get, else the command is stale; null for whatever comes next. */
  streamVersion: number | null;
  eventId: string;
  type: string;
  schemaVersion: number;
  data: object;
  metadata: EventMetadata;
  occurredAt: string;
}>;

export type NewCommand = Readonly<{
  commandId: string;
  requestHash: Buffer;
  actor: string | null;
  /** JSON; a repeated command is answered with it. */
  answer: unknown;
  events: readonly NewEvent[];
}>;

/** One row of `ledger.append` (migration 0001), which explains the outcomes. */
export type AppendedRow = Readonly<{
  outcome: "appended" | "replayed" | "reused" | "stale" | "again";
  first_position: number;
  event_count: number;
  stream_versions: number[] | null;
  recorded_at: string;
  answer: unknown;
}>;

export const appendStatement = `select * from ledger.append(
  $1::text[], $2::bytea[], $3::text[], $4::jsonb[], $5::integer[], $6::text[], $7::integer[],
  $8::uuid[], $9::text[], $10::integer[], $11::jsonb[], $12::jsonb[], $13::timestamptz[])`;

/** The statement's arrays: one element per command in the first four, one per event in the others. */
export function appendParameters(commands: readonly NewCommand[]): unknown[] {
  const owners = commands.flatMap(({ events }, index) => events.map(() => index + 1));
  const events = commands.flatMap((command) => command.events);
  return [
    commands.map(({ commandId }) => commandId),
    commands.map(({ requestHash }) => requestHash),
    commands.map(({ actor }) => actor),
    commands.map(({ answer }) => JSON.stringify(answer ?? null)),
    owners,
    events.map(({ streamId }) => streamId),
    events.map(({ streamVersion }) => streamVersion),
    events.map(({ eventId }) => eventId),
    events.map(({ type }) => type),
    events.map(({ schemaVersion }) => schemaVersion),
    events.map(({ data }) => JSON.stringify(data)),
    events.map(({ metadata }) => JSON.stringify(metadata)),
    events.map(({ occurredAt }) => occurredAt),
  ];
}
