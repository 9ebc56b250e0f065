import { type Kysely, sql } from "kysely";
import { roles, ownership, rights } from "./0001-ledger/roles-and-rights.ts";
import { tables, partitions } from "./0001-ledger/tables.ts";
import { hashing, appendOnly, seals } from "./0001-ledger/protection.ts";
import { append, appendParts } from "./0001-ledger/append.ts";
import { appendOne } from "./0001-ledger/append-one.ts";

/**
 * The ledger: one append-only table of facts, one function that writes it, and the roles that keep
 * everybody else from writing. Every block is one step; the order matters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const block of [
    roles,
    tables,
    hashing,
    appendOnly,
    partitions,
    append,
    appendParts,
    appendOne,
    seals,
    ownership,
    rights,
  ])
    await sql.raw(block).execute(db);
}
