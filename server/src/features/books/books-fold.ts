import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import type { Books } from "./books.ts";

/** How an event changes the books: `applyToBooks`, or in a test another one whose difference is to be found. */
export type BooksFold = (books: Books, event: RecordedLedgerEvent) => void;
