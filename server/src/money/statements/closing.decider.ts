import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { nextMonth } from "@portal/shared/platform/calendar.ts";
import type { Decider } from "../../platform/ledger/decider.ts";
import type { ClosingEvent } from "./closing.events.ts";

type MonthClosed = ClosingEvent["data"];

/** `isOver`: whether the month has ended by the caller's clock. */
type CloseMonthCommand = MonthClosed & Readonly<{ type: "CloseMonth"; isOver: boolean }>;

/** The newest closing. */
type ClosingState = MonthClosed | null;

/**
 * Months are closed in order, each once, when they are over. The first closing may be of any month and closes all earlier
 * ones too, so that years of imported history need one closing.
 */
export const closingDecider: Decider<ClosingState, CloseMonthCommand, ClosingEvent> = {
  initialState: null,

  decide({ month, isOver, timeZone, throughPosition, seal }, last) {
    requireNext(last, month);
    if (!isOver) throw new DomainError("month.not-over");
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
  if (month !== nextMonth(last.month)) throw new DomainError("month.out-of-order");
}
