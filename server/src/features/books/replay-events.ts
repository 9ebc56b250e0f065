import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { ledgerCatalogue, type RecordedLedgerEvent } from "../ledger-catalogue.ts";

export type ReplayRange = Readonly<{
  /** Events after this position … */
  after: number;
  /** … up to this one. */
  through: number;
  /** Only what had happened, or was known, by then. */
  asOf?: string | undefined;
  knownAt?: string | undefined;
  /** Types that the reader has no use for; leaving them out saves reading them. */
  without?: readonly RecordedLedgerEvent["type"][];
}>;

const eventsPerPage = 10_000;

/**
 * Events in order of position, in pages, as fast as they can be read: COPY sends them without a
 * round trip per page, and what no fold looks at (ids, hashes, metadata) is not sent.
 */
export async function* replayEvents(
  client: pg.ClientBase,
  range: ReplayRange,
): AsyncGenerator<readonly RecordedLedgerEvent[]> {
  if (range.after >= range.through) return;
  const stream = client.query(copyTo(replayStatement(range)));
  let page: RecordedLedgerEvent[] = [];
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const text = rest + decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      page.push(toEvent(text.slice(start, end)));
      start = end + 1;
      if (page.length < eventsPerPage) continue;
      yield page;
      page = [];
    }
    rest = text.slice(start);
  }
  if (page.length > 0) yield page;
}

function replayStatement({ after, through, asOf, knownAt, without = [] }: ReplayRange): string {
  const conditions = [
    `position > ${after}`,
    `position <= ${through}`,
    ...(asOf === undefined ? [] : [`occurred_at <= ${pg.escapeLiteral(asOf)}`]),
    ...(knownAt === undefined ? [] : [`recorded_at <= ${pg.escapeLiteral(knownAt)}`]),
    ...without.map((type) => `type <> ${pg.escapeLiteral(type)}`),
  ];
  return `copy (
    select position, type, schema_version, occurred_at, data from public.ledger_events
    where ${conditions.join(" and ")} order by position
  ) to stdout`;
}

/** A line of COPY: position, type, schema version, instant, JSON. */
function toEvent(line: string): RecordedLedgerEvent {
  const afterPosition = line.indexOf("\t");
  const afterType = line.indexOf("\t", afterPosition + 1);
  const afterVersion = line.indexOf("\t", afterType + 1);
  const afterInstant = line.indexOf("\t", afterVersion + 1);
  const position = Number(line.slice(0, afterPosition));
  const json = line.slice(afterInstant + 1);
  const stored = {
    type: line.slice(afterPosition + 1, afterType),
    schemaVersion: Number(line.slice(afterType + 1, afterVersion)),
    // COPY doubles the backslashes; nothing else in the text of a jsonb value needs an escape.
    data: JSON.parse(json.includes("\\") ? json.replaceAll("\\\\", "\\") : json),
  };
  const { type, data } = readAt(position, stored);
  const event = { position, occurredAt: isoInstant(line.slice(afterVersion + 1, afterInstant)) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without what no fold looks at
  return { ...event, type, data } as RecordedLedgerEvent;
}

/** A fact that stopped a replay, and where. Money facts are never skipped. */
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

/** `2026-01-31 08:00:00.5+00` is `2026-01-31T08:00:00.500Z`; the session's time zone is UTC. */
function isoInstant(text: string): string {
  if (!text.endsWith("+00")) throw new RangeError(`${text} is not an instant in UTC`);
  const fraction = text.slice(20, -3).slice(0, 3).padEnd(3, "0");
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
