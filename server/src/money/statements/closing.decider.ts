import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { nextMonth } from "@portal/shared/platform/calendar.ts";
import type { Decider } from "../../platform/ledger/decider.ts";
import type { ClosingEvent } from "./closing.events.ts";

type MonthClosed = ClosingEvent["data"];

/** `isOver` says whether the month has ended by the clock of whoever asks. */
export type CloseMonthCommand = MonthClosed & Readonly<{ type: "CloseMonth"; isOver: boolean }>;

/** The newest closing, or null while nothing is closed. */
export type ClosingState = MonthClosed | null;

/**
 * Months are closed in order, each once, when they are over. The first one may be any: it closes what
 * lies before it as well, so that a business that brings years of history need not close each of them.
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
