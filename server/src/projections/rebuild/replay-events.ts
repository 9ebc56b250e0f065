import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { ledgerCatalogue, type RecordedLedgerEvent } from "../ledger-catalogue.ts";

export type ReplayRange = Readonly<{
  /** Events after this position … */
  after: number;
  /** … up to this one. */
  through: number;
  /** Inclusive limits of when an event happened and when it was recorded. */
  asOf?: string | undefined;
  knownAt?: string | undefined;
}>;

/**
 * Pages of events in order of position. For speed, COPY streams them without a round trip per page, each event is a
 * line of JSON so that a page is parsed in one call, and what no fold reads (ids, hashes, metadata) is omitted. `client` has to be in a transaction.
 *
 * @throws ReplayStopped for an event that this release cannot read
 */
export async function* replayEvents(
  client: pg.ClientBase,
  range: ReplayRange,
): AsyncGenerator<readonly RecordedLedgerEvent[]> {
  if (range.after >= range.through) return;
  // Read in order by the index, the first page comes at once; the planner would rather sort the whole ledger in files.
  await client.query("set local enable_sort = off");
  const stream = client.query(copyTo(replayStatement(range)));
  const decoder = new TextDecoder();
  let lines = "";
  for await (const chunk of stream) {
    lines += decoder.decode(chunk, { stream: true });
    if (lines.length < charactersPerPage) continue;
    const end = lines.lastIndexOf("\n") + 1;
    yield toEvents(lines.slice(0, end));
    lines = lines.slice(end);
  }
  await client.query("set local enable_sort to default");
  if (lines.length > 0) yield toEvents(lines);
}

/** Small enough for a page to be collected by the young-generation GC and for writes to proceed between pages. */
const charactersPerPage = 300_000;

function replayStatement({ after, through, asOf, knownAt }: ReplayRange): string {
  const conditions = [
    `position > ${after}`,
    `position <= ${through}`,
    ...(asOf === undefined ? [] : [`occurred_at <= ${pg.escapeLiteral(asOf)}`]),
    ...(knownAt === undefined ? [] : [`recorded_at <= ${pg.escapeLiteral(knownAt)}`]),
  ];
  return `copy (
    select '{"position":' || position || ',"type":"' || type || '","schemaVersion":' || schema_version
      || ${eventIdOfOlder()}
      || ',"occurredAt":"' || to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '","data":' || data || '}'
    from public.ledger_events
    where ${conditions.join(" and ")} order by position
  ) to stdout`;
}

/** Upcasting an older version may need the event's id; for other events it is omitted. */
function eventIdOfOlder(): string {
  const older = ledgerCatalogue.definitions
    .filter(({ version }) => version > 1)
    .map(({ type, version }) => `type = ${pg.escapeLiteral(type)} and schema_version < ${version}`);
  return `case when ${older.join(" or ")} then ',"eventId":"' || event_id || '"' else '' end`;
}

type StoredLine = Readonly<{
  position: number;
  type: string;
  schemaVersion: number;
  eventId?: string;
  occurredAt: string;
  data: unknown;
}>;

/** COPY doubles backslashes; nothing else in a line of JSON is escaped. */
function toEvents(lines: string): RecordedLedgerEvent[] {
  const json = lines.includes("\\") ? lines.replaceAll("\\\\", "\\") : lines;
  const stored: readonly StoredLine[] = JSON.parse(`[${json.trimEnd().replaceAll("\n", ",")}]`);
  return stored.map(toEvent);
}

function toEvent(stored: StoredLine): RecordedLedgerEvent {
  const { position, occurredAt, eventId = "" } = stored;
  const { type, data } = readAt(position, { ...stored, eventId });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lacks fields that no fold reads
  return { position, occurredAt, type, data } as RecordedLedgerEvent;
}

/** An event that cannot be read or folded stops a replay: events are never skipped. */
export class ReplayStopped extends Error {
  override readonly name = "ReplayStopped";
  readonly position: number;

  constructor(position: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The replay stopped at position ${position}: ${reason}`, { cause });
    this.position = position;
  }
}

function readAt(position: number, stored: Parameters<typeof ledgerCatalogue.read>[0]) {
  try {
    return ledgerCatalogue.read(stored);
  } catch (error) {
    throw new ReplayStopped(position, error);
  }
}
