import { addDays } from "@portal/shared/platform/calendar.ts";
import { expect, test } from "vitest";
import {
  type CardEntry,
  matchFromBank,
  type ProvidersLine,
  reconcileCards,
} from "./card-reconciliation.rules.ts";

const day = "2026-09-10";

function line(of: Partial<ProvidersLine> & Pick<ProvidersLine, "id">): ProvidersLine {
  return {
    day,
    provider: "payfast",
    kind: "payout",
    type: "PAYOUT",
    paymentId: null,
    orderId: null,
    orderNumber: null,
    gross: -500,
    fee: 0,
    net: (of.gross ?? -500) - (of.fee ?? 0),
    bookedFee: null,
    explained: null,
    ...of,
  };
}

function entry(of: Partial<CardEntry> & Pick<CardEntry, "position" | "amount">): CardEntry {
  return {
    event: "PaymentReceived",
    day,
    orderId: "a",
    orderNumber: 7001,
    userId: null,
    payoutId: null,
    thing: `payment a ${of.paymentId ?? "1"}`,
    lineId: null,
    paymentId: "1",
    gross: of.amount,
    isOfBank: false,
    ...of,
  };
}

test("what was booked from the bank is the nearest payout of its amount within five days, each once", () => {
  const at = (days: number) => addDays(day, days);
  const booked = (thing: string, days: number) => ({ thing, day: at(days), amount: -500 });
  const lines = [line({ id: 1 }), line({ id: 2, day: at(1) }), line({ id: 3, gross: -501 })];
  expect(matchFromBank(lines, [booked("later", 3), booked("same", 1)])).toEqual(
    new Map([
      ["later", 1],
      ["same", 2],
    ]),
  );
  expect([...matchFromBank(lines, [booked("five", 6)])]).toEqual([["five", 2]]);
  expect([...matchFromBank(lines, [booked("six", 7)])]).toEqual([]);
  const explained = { kind: "card-transfer", byName: "Admin", at: day } as const;
  const said = [line({ id: 4, kind: "unknown", type: "TOPUP", explained })];
  expect([...matchFromBank(said, [booked("said", 0)])]).toEqual([]);
});

test("an earlier day pairs as a later one, and says where the rest is", () => {
  const settlement = [
    line({ id: 1, kind: "payment", type: "FUNDS_RECEIVED", paymentId: "1", gross: 100, fee: 3 }),
    line({
      id: 2,
      kind: "refund",
      type: "CHARGEBACK",
      orderId: "a",
      gross: -40,
      day: "2026-09-20",
    }),
  ];
  const facts = {
    statements: [],
    settlement,
    ignored: new Set<string>(),
    entries: [
      entry({ position: 1, amount: 97, gross: 100, day: "2026-09-12" }),
      entry({
        position: 2,
        amount: -40,
        event: "PaymentRefunded",
        thing: "refund 2",
        paymentId: "r",
        day: "2026-09-15",
      }),
    ],
  };
  expect(reconcileCards(day, facts)).toMatchObject({
    statement: 97,
    books: 0,
    lines: { rows: [{ id: 1, amount: 97, reason: "later" }] },
    entries: { count: 0 },
  });
  expect(reconcileCards("2026-09-16", facts)).toMatchObject({
    books: 57,
    lines: { count: 0 },
    entries: { rows: [{ thing: "refund 2", amount: -40, seenOn: "2026-09-20" }] },
  });
  const [provider] = reconcileCards("2026-09-30", facts).providers;
  expect(provider).toMatchObject({
    provider: "payfast",
    books: 57,
    stored: { month: { charges: 100, refunds: 0, disputes: -40, fees: -3, closing: 57 } },
  });
});

test("Stripe and PayFast are told apart, and an ignored line is named so", () => {
  const held = line({ id: 9, kind: "unknown", type: "RESERVE_HELD", gross: -7 });
  const found = reconcileCards(day, {
    statements: [],
    settlement: [
      line({
        id: 1,
        provider: "stripe",
        kind: "payment",
        type: "charge",
        paymentId: "pi_1",
        gross: 50,
      }),
      held,
    ],
    ignored: new Set([JSON.stringify(["unknown-type", null, null, null, day, -7])]),
    entries: [
      entry({ position: 1, amount: 50, paymentId: "pi_1" }),
      entry({
        position: 2,
        amount: 20,
        paymentId: "424242",
        orderId: "b",
        thing: "payment b 424242",
      }),
      entry({
        position: 3,
        amount: -5,
        event: "MoneyBooked",
        orderId: null,
        paymentId: null,
        thing: "entry 1",
        isOfBank: true,
      }),
    ],
  });
  expect(found.lines.rows).toMatchObject([{ id: 9, reason: "not-booked", account: "PayFast" }]);
  expect(found.providers).toMatchObject([
    { provider: "payfast", books: 20, stored: { closing: -7 } },
    { provider: "stripe", books: 50, stored: { closing: 50 } },
    { provider: null, books: -5, stored: null },
  ]);
});
