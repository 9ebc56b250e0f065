import type { Kysely, Transaction } from "kysely";
import type { ReadonlyKysely } from "kysely/readonly";
import type { EventMetadata } from "../ledger/event-catalogue.ts";
import type { ProjectionsTables } from "./folded-tables.ts";
import type {
  ContentTables,
  LedgerRunTables,
  ProposalTables,
  ReportTables,
} from "./office-tables.ts";
import type { PayoutTables, PlanTables, ReminderTables } from "./money-tables.ts";
import type { ReadTable } from "./outside-tables.ts";
import type { RegionTables } from "./region-tables.ts";
import type { ShopTables } from "./shop-tables.ts";

/** Every table that the server reads or writes, by its SQL name. */
export type Tables = LedgerTables &
  ProjectionsTables &
  ShopTables &
  RegionTables &
  ContentTables &
  ReportTables &
  LedgerRunTables &
  PayoutTables &
  ProposalTables &
  PlanTables &
  ReminderTables;

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** A query builder without writes. `sql` can still write, which the type cannot prevent. */
export type ReadDatabase = Omit<ReadonlyKysely<Tables>, "getExecutor"> &
  Pick<Database, "getExecutor">;

export function readOnly(db: Database | Tx): ReadDatabase {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same object with fewer methods, as Kysely documents it
  return db as never;
}

/** Written only by the functions of schema `ledger`. */
export type LedgerTables = {
  ledger_events: ReadTable<{
    position: number;
    stream_id: string;
    stream_version: number;
    event_id: string;
    type: string;
    schema_version: number;
    data: object;
    metadata: EventMetadata;
    /** In whole milliseconds, as ISO text, like all instants. */
    occurred_at: string;
    recorded_at: string;
    previous_hash: Buffer;
    hash: Buffer;
  }>;
  ledger_commands: ReadTable<{
    command_id: string;
    request_hash: Buffer;
    actor: string | null;
    answer: unknown;
    first_position: number;
    event_count: number;
    recorded_at: string;
  }>;
  ledger_streams: ReadTable<{ stream_id: string; stream_version: number; hash: Buffer }>;
  ledger_head: ReadTable<{ position: number; recorded_at: string }>;
  ledger_seals: ReadTable<{
    through_position: number;
    event_count: number;
    previous_root: Buffer;
    root: Buffer;
    /** Ed25519, SubjectPublicKeyInfo in base64. */
    public_key: string;
    signature: Buffer;
    sealed_at: string;
  }>;
  ledger_seal_keys: ReadTable<{
    number: number;
    public_key: string;
    from_position: number;
    signature: Buffer | null;
    added_at: string;
  }>;
  kysely_migration: ReadTable<{ name: string; timestamp: string }>;
};
