import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type pg from "pg";
import { readBankFacts } from "../../money/books/bank-reconciliation.queries.ts";
import type { BankFacts } from "../../money/books/bank-reconciliation.rules.ts";
import type { BookEntry } from "../../money/books/book-entry.rules.ts";
import { readCardFacts } from "../../money/books/card-reconciliation.queries.ts";
import type { CardFacts } from "../../money/books/card-reconciliation.rules.ts";
import type { Calendar } from "../../money/statements/statement.rules.ts";
import { copyTransaction } from "../../platform/db/connect.ts";
import { type ReadDatabase, readOnly } from "../../platform/db/database.ts";
import type { LedgerEvent } from "../ledger-catalogue.ts";
import { bankEntriesOf, cardEntriesOf } from "./bank-entries.rules.ts";
import { passInSnapshot, readBooksState } from "./books.ts";

type Read = Readonly<{
  /** Also hears how far the ledger goes. */
  onPage?: (position: number, through: number) => void;
}>;

/**
 * What is on the account Bank, of all days and in ledger order, and the stored statements beside it, in one snapshot: of the
 * portal's currency, in which the statements are. The events of a time would not do: of an order whose recipient was
 * corrected before a payment of an earlier day was recorded, they have only what came before.
 *
 * @throws ReplayStopped
 */
export function readBank(pool: pg.Pool, region: Region, on: Read = {}): Promise<BankFacts> {
  return readBeside(pool, region, { ...on, entriesOf: bankEntriesOf, readFacts: readBankFacts });
}

/** The same of the account of the card provider and the stored settlements. @throws ReplayStopped */
export function readCards(pool: pg.Pool, region: Region, on: Read = {}): Promise<CardFacts> {
  return readBeside(pool, region, { ...on, entriesOf: cardEntriesOf, readFacts: readCardFacts });
}

type Booked = Readonly<{ event: LedgerEvent; calendar: Calendar }>;

function readBeside<Entry, Facts extends object>(
  pool: pg.Pool,
  region: Region,
  read: Read &
    Readonly<{
      entriesOf: (booked: BookEntry, of: Booked) => readonly Entry[];
      readFacts: (db: ReadDatabase) => Promise<Facts>;
    }>,
): Promise<Facts & Readonly<{ entries: readonly Entry[] }>> {
  return copyTransaction(pool, async (tx, client) => {
    await sql`set transaction isolation level repeatable read read only`.execute(tx);
    const state = await readBooksState(readOnly(tx), region);
    const entries: Entry[] = [];
    let booked: BookEntry | null = null;
    await passInSnapshot(client, state, {
      commission: false,
      onPage: (position) => read.onPage?.(position, state.through),
      onEntry(entry) {
        booked = entry;
      },
      onPassed({ event }) {
        if (booked !== null)
          entries.push(...read.entriesOf(booked, { event, calendar: state.calendar }));
        booked = null;
      },
    });
    return { ...(await read.readFacts(readOnly(tx))), entries };
  });
}
