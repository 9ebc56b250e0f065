import pg from "pg";
import type { Measured } from "./contest.ts";

/** The limit of a batch: the same rows in one INSERT, without checks, hashes or a second table. */
export type MultiRowInsert = Readonly<{
  name: string;
  run: (seconds: number) => Promise<Measured>;
  close: () => Promise<void>;
}>;

type Row = Readonly<{
  streamId: string;
  streamVersion: number | null;
  eventId: string;
  type: string;
  schemaVersion: number;
  data: object;
  metadata: object;
  occurredAt: string;
}>;

const table = `create table raw_batch (
  id bigint generated always as identity primary key, stream_id text collate "C" not null,
  version integer not null, event_id uuid not null unique, type text not null,
  schema_version integer not null, data jsonb not null, metadata jsonb not null,
  occurred_at timestamptz not null, unique (stream_id, version))`;
const insert = `insert into raw_batch
  (stream_id, version, event_id, type, schema_version, data, metadata, occurred_at)
  select * from unnest($1::text[], $2::integer[], $3::uuid[], $4::text[], $5::integer[], $6::jsonb[],
    $7::jsonb[], $8::timestamptz[])`;

export async function createMultiRowInsert(
  url: string,
  rowsPerCall: number,
  someRow: () => Row,
): Promise<MultiRowInsert> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(table);
  return {
    name: "multi-row INSERT",
    async run(seconds) {
      let done = 0;
      const start = performance.now();
      const end = start + seconds * 1000;
      while (performance.now() < end) {
        const rows = Array.from({ length: rowsPerCall }, someRow);
        await client.query(insert, [
          rows.map(({ streamId }) => streamId),
          rows.map(({ streamVersion }) => streamVersion),
          rows.map(({ eventId }) => eventId),
          rows.map(({ type }) => type),
          rows.map(({ schemaVersion }) => schemaVersion),
          rows.map((row) => JSON.stringify(row.data)),
          rows.map(({ metadata }) => JSON.stringify(metadata)),
          rows.map(({ occurredAt }) => occurredAt),
        ]);
        done += rowsPerCall;
      }
      return { perSecond: (done * 1000) / (performance.now() - start) };
    },
    close: () => client.end(),
  };
}
