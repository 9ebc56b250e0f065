import { randomUUID } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { requestHash } from "./canonical-json.ts";
import type { EventMetadata, Recorded } from "./event-catalogue.ts";

/** A checked event that is to be appended, complete but for its position. */
export type NewEvent = Readonly<{
  streamId: string;
  /** The version that it must get, else the command is stale; null for the next one, whichever it is. */
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
  /** JSON; replayed for a retry. */
  answer: unknown;
  events: readonly NewEvent[];
}>;

/** The result of one command; migrations/0002-ledger.sql explains the outcomes. */
export type Appended = Readonly<{
  outcome: "appended" | "replayed" | "reused" | "stale";
  firstPosition: number;
  eventCount: number;
  /** Of its events, in order, where they were appended. */
  streamVersions: readonly number[];
  recordedAt: string;
  answer: unknown;
}>;

/** The statement for a batch, and how to read the one row that it returns. */
export type AppendStatement = Readonly<{
  name: string;
  text: string;
  values: unknown[];
  read: (row: unknown) => readonly Appended[];
}>;

export function appendStatement(commands: readonly NewCommand[]): AppendStatement {
  const [command] = commands;
  const [event] = command?.events ?? [];
  return command && event && commands.length === 1 && command.events.length === 1
    ? appendOne(command, event)
    : appendMany(commands);
}

/** The events with their positions; none where the command was not appended. */
export function recordedEvents(events: readonly NewEvent[], appended: Appended): Recorded[] {
  if (appended.outcome !== "appended") return [];
  return events.map((event, index) => ({
    ...event,
    position: appended.firstPosition + index,
    streamVersion: appended.streamVersions[index] ?? 0,
    recordedAt: appended.recordedAt,
  }));
}

type Outcome = Appended["outcome"];

function appendOne(command: NewCommand, event: NewEvent): AppendStatement {
  type Row = {
    outcome: Outcome;
    first_position: number;
    event_count: number;
    stream_version: number;
    recorded_at: string;
    answer: unknown;
  };
  return {
    name: "ledger-append-one",
    text: "select * from ledger.append_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    values: [
      command.commandId,
      command.requestHash,
      command.actor,
      JSON.stringify(command.answer ?? null),
      event.streamId,
      event.streamVersion,
      event.eventId,
      event.type,
      event.schemaVersion,
      JSON.stringify(event.data),
      JSON.stringify(event.metadata),
      event.occurredAt,
    ],
    read(answered) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that the function returns, not parsed: every command waits for it
      const row = answered as Row;
      return [
        {
          outcome: row.outcome,
          firstPosition: row.first_position,
          eventCount: row.event_count,
          streamVersions: [row.stream_version],
          recordedAt: row.recorded_at,
          answer: row.answer,
        },
      ];
    },
  };
}

function appendMany(commands: readonly NewCommand[]): AppendStatement {
  type Row = {
    outcomes: Outcome[];
    first_positions: number[];
    event_counts: number[];
    stream_versions: number[] | null;
    recorded_at: string;
    answers: unknown[] | null;
  };
  const events = commands.flatMap((command) => command.events);
  return {
    name: "ledger-append",
    text: `select * from ledger.append(
      $1::text[], $2::bytea[], $3::text[], $4::jsonb[], $5::integer[], $6::text[], $7::integer[],
      $8::uuid[], $9::text[], $10::integer[], $11::jsonb[], $12::jsonb[], $13::timestamptz[])`,
    values: [
      commands.map(({ commandId }) => commandId),
      commands.map(({ requestHash: hash }) => hash),
      commands.map(({ actor }) => actor),
      commands.map(({ answer }) => JSON.stringify(answer ?? null)),
      commands.map((command) => command.events.length),
      events.map(({ streamId }) => streamId),
      events.map(({ streamVersion }) => streamVersion),
      events.map(({ eventId }) => eventId),
      events.map(({ type }) => type),
      events.map(({ schemaVersion }) => schemaVersion),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(({ metadata }) => JSON.stringify(metadata)),
      events.map(({ occurredAt }) => occurredAt),
    ],
    read(answered) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that the function returns, not parsed: every command waits for it
      const row = answered as Row;
      let before = 0;
      return commands.map((command, index): Appended => {
        const first = before;
        before += command.events.length;
        return {
          outcome: row.outcomes[index] ?? "stale",
          firstPosition: row.first_positions[index] ?? 0,
          eventCount: row.event_counts[index] ?? 0,
          streamVersions: row.stream_versions?.slice(first, before) ?? [],
          recordedAt: row.recorded_at,
          answer: row.answers?.[index] ?? null,
        };
      });
    },
  };
}

/** The advisory lock of `ledger.append` (migrations/0002-ledger.sql), for callers that must block appends. */
export const appendLock = 7_226_001;

/**
 * For the rest of a transaction that holds the append lock: a statement that meets a lock of another transaction fails at
 * once. That transaction may hold it for seconds, and all writers of the ledger would wait behind this one.
 */
export async function neverWait(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = '1ms'`.execute(tx);
}

/**
 * Appends thousands of events at once, for an import or a seed, in the caller's transaction. Other writers wait until that
 * ends. The events are one command in the ledger; a known event id is refused, so a repeatable import filters those out
 * beforehand.
 */
export async function appendAll(
  tx: Tx,
  events: readonly NewEvent[],
  actor: string | null = null,
): Promise<readonly Recorded[]> {
  if (events.length === 0) return [];
  const commandId = `batch:${randomUUID()}`;
  const command = { commandId, requestHash: requestHash(null), actor, answer: null, events };
  const { text, values, read } = appendStatement([command]);
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
  const [appended] = read(rows[0]);
  if (appended?.outcome !== "appended")
    throw new Error(`the batch was not appended: ${appended?.outcome ?? "no answer"}`);
  return recordedEvents(events, appended);
}
