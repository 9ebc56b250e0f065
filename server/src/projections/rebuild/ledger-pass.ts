import pg from "pg";
import { z } from "zod";
import { clientRowsOf } from "../../platform/db/rows.ts";
import { to as copyTo } from "pg-copy-streams";
import type { ClockLimits, RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { replayEvents } from "./replay-events.ts";
import { headOf } from "./replay.ts";

/** An event that counts, in a pass over all events that do. */
export type PassedEvent = Readonly<{
  /** Its position is its number in the pass: what it would be in a ledger of the events that count alone. */
  event: RecordedLedgerEvent;
  /** Its position in the ledger. */
  position: number;
  /** No later event of its stream counts. */
  isLast: boolean;
}>;

export type PassLimits = ClockLimits & Readonly<{ through: number }>;

/**
 * Pages of the events up to a position that count within the limits (`eventsAsOf`), in ledger order. `client` has to be in
 * a transaction with one snapshot of the ledger.
 *
 * @throws ReplayStopped for an event that this release cannot read
 */
export async function* passOverLedger(
  client: pg.ClientBase,
  limits: PassLimits,
): AsyncGenerator<readonly PassedEvent[]> {
  const range = { ...limits, after: 0, through: Math.min(limits.through, await headOf(client)) };
  const { lastOnes, leftOut } = await findEndsOfStreams(client, range);
  let count = 0;
  for await (const page of replayEvents(client, range)) {
    const counted = leftOut.size === 0 ? page : page.filter((each) => !leftOut.has(each.position));
    if (counted.length === 0) continue;
    yield counted.map((event) => {
      const { position } = event;
      count += 1;
      const numbered = position === count ? event : { ...event, position: count };
      return { event: numbered, position, isLast: lastOnes.has(position) };
    });
  }
}

type EndsOfStreams = Readonly<{
  /** The positions of the last events of their streams. A stream of which events are left out may be missing. */
  lastOnes: Positions;
  /** Events within the limits that follow one of their stream that is not. */
  leftOut: ReadonlySet<number>;
}>;

/** By one scan, because a few events of any stream may be dated before the ones that they follow. */
async function findEndsOfStreams(
  client: pg.ClientBase,
  { through, asOf, knownAt }: PassLimits,
): Promise<EndsOfStreams> {
  const hasHappened = asOf === undefined ? "true" : `occurred_at <= ${pg.escapeLiteral(asOf)}`;
  const isKnown = knownAt === undefined ? "true" : `recorded_at <= ${pg.escapeLiteral(knownAt)}`;
  const stream = client.query(
    copyTo(`copy (
      select last, case when last > first_later then stream_id end from (
        select stream_id, max(position) filter (where ${hasHappened}) as last,
          min(position) filter (where not (${hasHappened})) as first_later
        from public.ledger_events where position <= ${through} and ${isKnown} group by stream_id
      ) stream where last is not null
    ) to stdout`),
  );
  const lastOnes = createPositions(through);
  const broken: string[] = [];
  for await (const line of linesOf(stream)) {
    const [last = "", streamId = noValue] = line.split("\t");
    if (streamId === noValue) lastOnes.add(Number(last));
    else broken.push(streamId);
  }
  const leftOut = await findLeftOut(client, broken, { through, hasHappened });
  return { lastOnes, leftOut };
}

const noValue = String.raw`\N`;

const leftOutRow = z.strictObject({ position: z.int() });

async function findLeftOut(
  client: pg.ClientBase,
  streamIds: readonly string[],
  { through, hasHappened }: Readonly<{ through: number; hasHappened: string }>,
): Promise<ReadonlySet<number>> {
  if (streamIds.length === 0) return new Set();
  const rows = await clientRowsOf(
    client,
    leftOutRow,
    `select position from (
       select position, ${hasHappened} as has_happened,
         bool_and(${hasHappened}) over (partition by stream_id order by stream_version) as counts
       from public.ledger_events where stream_id = any($1) and position <= $2
     ) event where has_happened and not counts`,
    [streamIds, through],
  );
  return new Set(rows.map(({ position }) => position));
}

type Positions = Readonly<{
  add: (position: number) => void;
  has: (position: number) => boolean;
}>;

/** A set of positions, of one bit each: there is one in it for every order. */
function createPositions(through: number): Positions {
  const bytes = new Uint8Array(Math.floor(through / 8) + 1);
  return {
    add(position) {
      const at = Math.floor(position / 8);
      bytes[at] = (bytes[at] ?? 0) | (1 << (position % 8));
    },
    has: (position) => ((bytes[Math.floor(position / 8)] ?? 0) & (1 << (position % 8))) !== 0,
  };
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
