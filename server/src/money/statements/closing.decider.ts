import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { MonthStep } from "@portal/shared/money/statements.ts";
import { nextMonth } from "@portal/shared/platform/calendar.ts";
import type { Decider } from "../../platform/ledger/decider.ts";
import type { ClosingEvent } from "./closing.events.ts";

type MonthClosed = ClosingEvent["data"];

type CloseMonthCommand = MonthClosed &
  Readonly<{
    type: "CloseMonth";
    /** Whether the month has ended by the caller's clock. */
    isOver: boolean;
    /** The steps of the month end that are not done. */
    openSteps: readonly MonthStep[];
    /** The steps that the user closes the month without. */
    accepts: readonly MonthStep[];
  }>;

/** The newest closing. */
type ClosingState = MonthClosed | null;

/**
 * Months are closed in order, each once, when they are over and every step is done or accepted as it is. The first closing may be of any month and closes all earlier
 * ones too, so that years of imported history need one closing.
 */
export const closingDecider: Decider<ClosingState, CloseMonthCommand, ClosingEvent> = {
  initialState: null,

  decide({ month, isOver, openSteps, accepts, timeZone, throughPosition, seal }, last) {
    requireNext(last, month);
    if (!isOver) throw new DomainError("month.not-over");
    const unseen = openSteps.filter((step) => !accepts.includes(step));
    if (unseen.length > 0) throw new DomainError("month.steps-open", unseen.join(", "));
    return [{ type: "MonthClosed", data: { month, timeZone, throughPosition, seal } }];
  },

  evolve(last, { data }) {
    requireNext(last, data.month);
    const isContinued =
      last === null ||
      (last.timeZone === data.timeZone && last.throughPosition < data.throughPosition);
    if (!isContinued || data.seal.afterPosition > data.throughPosition)
      throw new DomainError("month.wrong-facts");
    return data;
  },
};

function requireNext(last: ClosingState, month: string): void {
  if (last === null) return;
  if (month <= last.month) throw new DomainError("month.already-closed");
  const next = nextMonth(last.month);
  if (month !== next) throw new DomainError("month.out-of-order", next);
}
