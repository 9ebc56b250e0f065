import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { MonthStep } from "@portal/shared/money/statements.ts";
import { describe, expect, test } from "vitest";
import { fold } from "../../platform/ledger/decider.ts";
import { closingDecider } from "./closing.decider.ts";
import type { ClosingEvent } from "./closing.events.ts";

const seal = { afterPosition: 0, previousRoot: "0".repeat(64), root: "a".repeat(64) };
const facts = { timeZone: "Africa/Johannesburg", throughPosition: 10, seal };
const closed = (month: string, changes: Partial<ClosingEvent["data"]> = {}): ClosingEvent => ({
  type: "MonthClosed",
  data: { month, ...facts, ...changes },
});

type Steps = Readonly<{ openSteps: readonly MonthStep[]; accepts: readonly MonthStep[] }>;
const done: Steps = { openSteps: [], accepts: [] };

function close(
  month: string,
  history: readonly ClosingEvent[],
  isOver = true,
  steps: Steps = done,
) {
  const own = { ...facts, ...steps, throughPosition: 20 };
  const command = { type: "CloseMonth", month, isOver, ...own } as const;
  return closingDecider.decide(command, fold(closingDecider, history));
}

const refusal = (code: DomainErrorCode) => new DomainError(code);

describe("closing a month", () => {
  test("can start with any month that is over", () => {
    expect(close("2026-05", [])).toEqual([closed("2026-05", { throughPosition: 20 })]);
  });
  test("continues with the next month", () => {
    expect(close("2026-06", [closed("2026-05")])).toHaveLength(1);
  });
  test("is refused before the month is over", () => {
    expect(() => close("2026-06", [closed("2026-05")], false)).toThrow(refusal("month.not-over"));
  });
  test("is refused for a closed month, and for one before it", () => {
    expect(() => close("2026-05", [closed("2026-05")])).toThrow(refusal("month.already-closed"));
    expect(() => close("2026-01", [closed("2026-05")])).toThrow(refusal("month.already-closed"));
  });
  // shows T137
  test("is refused while a step is open that the user did not accept, and writes nothing of it", () => {
    const openSteps = ["bank", "seal"] as const;
    const closing = (accepts: readonly MonthStep[]) =>
      close("2026-05", [], true, { openSteps, accepts });
    for (const accepts of [[], ["bank"], ["cards", "payouts", "seal"]] as const)
      expect(() => closing(accepts)).toThrow(expect.objectContaining({ code: "month.steps-open" }));
    const [event] = closing(["seal", "bank"]);
    expect(event).toEqual(closed("2026-05", { throughPosition: 20 }));
  });
  test("cannot skip a month", () => {
    expect(() => close("2026-07", [closed("2026-05")])).toThrow(
      new DomainError("month.out-of-order", "2026-06"),
    );
  });
});

test.each([
  ["goes back in the ledger", { throughPosition: 9 }],
  ["covers no new events", { throughPosition: 10 }],
  ["has another time zone", { throughPosition: 20, timeZone: "Europe/London" }],
  ["seals only later events", { throughPosition: 20, seal: { ...seal, afterPosition: 21 } }],
])("a closing that %s is refused", (_what, changes) => {
  expect(() => fold(closingDecider, [closed("2026-05"), closed("2026-06", changes)])).toThrow(
    refusal("month.wrong-facts"),
  );
});
