import type { Kysely, Transaction } from "kysely";
import type { ReadonlyKysely } from "kysely/readonly";
import type { BooksTables } from "../read-model/projection-database.ts";
import type { ContentTables } from "./content-tables.ts";
import type { LedgerTables } from "./ledger-tables.ts";
import type { PayoutTables } from "./payout-tables.ts";
import type { PlanTables } from "./plan-tables.ts";
import type { ProposalTables } from "./proposal-tables.ts";
import type { ReportTables } from "./report-tables.ts";
import type { ShopTables } from "./shop-tables.ts";

/** Every table that the server reads or writes, by the name that SQL knows it by. */
export type Tables = LedgerTables &
  BooksTables &
  ShopTables &
  ContentTables &
  ReportTables &
  PayoutTables &
  ProposalTables &
  PlanTables;

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** A database whose builder cannot write. What goes through `sql` is for the reviewer to see. */
export type ReadDatabase = Omit<ReadonlyKysely<Tables>, "getExecutor"> &
  Pick<Database, "getExecutor">;

export function readOnly(db: Database | Tx): ReadDatabase {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same object with fewer methods, as Kysely documents it
  return db as never;
}
