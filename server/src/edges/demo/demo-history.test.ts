import { describe, expect, test } from "vitest";
import type { OrderState, PayoutRow } from "../../platform/read-model/projection-tables.ts";
import { applyToProjections } from "../../projections/fold/projections.fold.ts";
import { checkAgainstProjections } from "../../projections/compare/check-against-projections.ts";
import { createMemoryProjections } from "../../projections/store/memory-projections.ts";
import { type LedgerEvent, ledgerCatalogue } from "../../projections/ledger-catalogue.ts";
import { orderDecider } from "../../sales/orders/order.decider.ts";
import { type OrderEvent, orderEvents } from "../../sales/orders/order.events.ts";
import { parseEnvelope } from "../finance/export/envelope.ts";
import { createDemoHistory } from "./demo-history.ts";
import { demoIds } from "./demo-people.ts";

const history = createDemoHistory("2026-07-01");
const { projections, lines, people } = history;

describe("the demo's history", () => {
  test("is deterministic, byte for byte", () => {
    expect(createDemoHistory("2026-07-01").lines).toEqual(lines);
  });

  test("covers the year before the requested day", () => {
    const times = lines.map(occurredAt);

    expect(times[0]).toBe("2025-07-01T06:00:00.000Z");
    expect((times.at(-1) ?? "") < "2026-06-30T22:00:00.000Z").toBe(true);
    expect(times).toEqual(times.toSorted());
  });

  test("has a network of sixty with all levels, an uplifted member and one who left", () => {
    const members = [...projections.members.all.values()];

    expect(members).toHaveLength(60);
    expect(new Set(members.map(({ level }) => level))).toEqual(new Set([1, 2, 3, 4]));
    expect(members.filter(({ upliftedAt }) => upliftedAt !== null)).toHaveLength(1);
    expect(members.filter(({ active }) => !active)).toHaveLength(1);
  });

  test("has some 1,200 orders in every state", () => {
    const orders = [...projections.orders.all.values()];

    expect(orders.length).toBeGreaterThan(1100);
    expect(orders.length).toBeLessThan(1300);
    expect(new Set(orders.map(({ state }) => state))).toEqual(
      new Set<OrderState>(["placed", "paid", "cancelled", "partly-refunded", "refunded"]),
    );
  });

  test("has payouts in every state", () => {
    const states = new Set([...projections.payouts.all.values()].map(({ state }) => state));

    expect(states).toEqual(new Set<PayoutRow["state"]>(["requested", "paid", "rejected"]));
  });

  test("has every type of event except those of the plan, of corrections, of erasure, of closing months and of what was taken back at the bank", () => {
    const types = new Set(lines.map((line) => /"type":"([^"]+)"/.exec(line)?.[1]));
    const missing = ledgerCatalogue.definitions.filter(({ type }) => !types.has(type));

    expect(new Set(missing.map(({ type }) => type))).toEqual(
      new Set([
        "CommissionPlanPublished",
        "MonthClosed",
        "CreditPaidOut",
        "CreditGivenUp",
        "PaymentUndone",
        "PayoutCorrected",
        "SelfBilledInvoiceCredited",
        "PayoutReturned",
        "PayoutReturnUndone",
        "CommissionRepaid",
        "CommissionRepaymentUndone",
        "CreditSetOff",
        "CommissionWrittenOff",
        "MoneyUnbooked",
      ]),
    );
  });

  test.each(["2026-07-02", "2026-12-06", "2028-03-01"])(
    "has the same orders if it ends on %s",
    (until) => {
      expect(createDemoHistory(until).lines.map(whatHappened)).toEqual(lines.map(whatHappened));
    },
  );

  test("leaves Ben with payable commission, and Anna with an open request and further commission", () => {
    const ben = projections.wallets.get(demoIds.ben);
    const anna = projections.wallets.get(demoIds.anna);

    expect(ben?.openPayoutId).toBeNull();
    expect((ben?.accrued ?? 0) - (ben?.paid ?? 0) - (ben?.credit ?? 0)).toBeGreaterThan(0);
    expect(anna?.openPayoutId).not.toBeNull();
    const requested = projections.payouts.all.get(anna?.openPayoutId ?? "")?.commission ?? 0;
    expect((anna?.accrued ?? 0) - (anna?.paid ?? 0) - requested).toBeGreaterThan(0);
  });

  test.each(["2026-12-25", "2027-03-01", "2028-02-29"])(
    "up to %s is imported without a refused line",
    (until) => {
      const made = createMemoryProjections();
      const orders = new Map<string, ReturnType<typeof orderDecider.evolve>>();

      for (const [index, line] of createDemoHistory(until).lines.entries()) {
        const { event, ...envelope } = parseEnvelope(line);
        const recorded = {
          ...envelope,
          streamVersion: 1,
          schemaVersion: 1,
          position: index + 1,
          recordedAt: envelope.occurredAt,
          ...event,
        };
        checkAgainstProjections(made, recorded);
        applyToProjections(made, recorded);
        if (!isOfOrder(event)) continue;
        const { orderId } = event.data;
        orders.set(
          orderId,
          orderDecider.evolve(orders.get(orderId) ?? orderDecider.initialState, event),
        );
      }

      expect(orders.size).toBeGreaterThan(1000);
    },
  );

  test("contains no names in the ledger", () => {
    const text = lines.join("\n");

    for (const { email, lastName } of people) {
      expect(text).not.toContain(email);
      expect(text).not.toContain(`"${lastName}"`);
    }
  });
});

/** An event without its dates. */
function whatHappened(line: string): string {
  return line.replaceAll(/\d{4}-\d\d-\d\d[T\d:.Z]*/g, "");
}

const orderTypes: ReadonlySet<string> = new Set(orderEvents.definitions.map(({ type }) => type));

function isOfOrder(event: LedgerEvent): event is OrderEvent {
  return orderTypes.has(event.type);
}

function occurredAt(line: string): string {
  const [, at = ""] = /"occurredAt":"([^"]+)"/.exec(line) ?? [];
  return at;
}
