import type { Recorded } from "../../platform/ledger/recorded-event.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import type { Books } from "../../platform/read-model/projection-rows.ts";

/** How an event changes the books: `applyToBooks`, or in a test another one whose difference is to be found. */
export type BooksFold = (books: Books, event: RecordedLedgerEvent) => void;

/** The ledger knows no commerce, so what it hands over has no type. */
export function ledgerEvents(recorded: readonly Recorded[]): readonly RecordedLedgerEvent[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it takes only events of this product's catalogue
  return recorded as readonly RecordedLedgerEvent[];
}
