import type { Chart } from "@portal/shared/catalogue/chart.ts";
import type { Month } from "@portal/shared/platform/calendar.ts";
import type pg from "pg";
import {
  type AccountLedger,
  type ChosenAccount,
  createAccountLedger,
  type PageOfRows,
} from "../../money/books/account-ledger.rules.ts";
import { postedOn } from "../../money/books/book-entry.rules.ts";
import type { ClockLimits } from "../ledger-catalogue.ts";
import { type BooksState, type OnPage, passBooks } from "./books.ts";

/** Which figures the entries are behind: those of the journals through a month, or those as of a time. */
export type LedgerFigures = ClockLimits & Readonly<{ through: Month | null }>;

/**
 * The entries of an account from a month on, and the ends of financial years where it is of income, expenses or retained earnings. Its closing balance is that of the account in the trial balance with the same
 * limits.
 *
 * @throws ReplayStopped
 */
export async function readAccountLedger(
  client: pg.ClientBase,
  state: BooksState,
  asked: LedgerFigures &
    PageOfRows &
    Readonly<{
      chart: Chart;
      account: ChosenAccount;
      /** Null for the financial year of `last`. */
      from: Month | null;
      /** The month with which the figures end. */
      last: Month;
      onPage?: OnPage;
    }>,
): Promise<AccountLedger> {
  const { chart, account, from, last, through, page, pageSize, ...passed } = asked;
  const ledger = createAccountLedger(chart, account, { from, last, years: state.years });
  await passBooks(client, state, {
    ...passed,
    onEntry(entry) {
      const posted = postedOn(state.calendar, entry);
      if (through === null) ledger.add(posted, posted.ownDay);
      else if (posted.postingDate.slice(0, 7) <= through) ledger.add(posted, posted.postingDate);
    },
  });
  return ledger.read({ page, pageSize });
}
