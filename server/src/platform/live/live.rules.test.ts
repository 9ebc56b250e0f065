import { describe, expect, test } from "vitest";
import {
  addTo,
  changeFor,
  type EventWithAudience,
  everythingMayHaveChanged,
  messageFor,
  nothingChanged,
  officeMayHaveChanged,
} from "./live.rules.ts";

const anna = 1;
const ben = 2;
const kim = 3;
const stranger = 9;
const orderId = "7d3f0c3e-4f6a-4a53-9f0e-3f0a5b6c7d8e";

const paid: EventWithAudience = {
  position: 12,
  type: "OrderPaid",
  orderId,
  payoutId: null,
  userId: null,
  buyerId: kim,
  earnerIds: [anna, ben],
  aboveIds: [anna, ben],
};
const requested: EventWithAudience = {
  position: 13,
  type: "PayoutRequested",
  orderId: null,
  payoutId: "p1",
  userId: ben,
  buyerId: null,
  earnerIds: [],
  aboveIds: [anna, ben],
};
const spent: EventWithAudience = { ...paid, type: "CreditSpent", userId: kim, earnerIds: [] };

const member = (userId: number) => ({ userId, isAdmin: false });
const office = { userId: 100, isAdmin: true };
const told = (who: Parameters<typeof changeFor>[0], event: EventWithAudience) =>
  changeFor(who, event);

describe("the audience of an event", () => {
  test("a paid order is for the office, the buyer and the beneficiaries only", () => {
    expect(told(office, paid)).toMatchObject({
      topics: ["orders", "network"],
      change: { orderId, position: 12, type: "OrderPaid" },
    });
    expect(told(member(kim), paid)).toMatchObject({ topics: ["orders"], change: { orderId } });
    expect(told(member(ben), paid)).toMatchObject({
      topics: ["wallet", "network"],
      change: { orderId: null },
    });
    expect(told(member(stranger), paid)).toBeNull();
  });

  test("a payout is for its owner and the office with its id, and for the members above without it", () => {
    expect(told(office, requested)).toMatchObject({
      topics: ["wallet", "payouts", "network"],
      change: { payoutId: "p1" },
    });
    expect(told(member(ben), requested)).toMatchObject({
      topics: ["wallet", "payouts", "network"],
      change: { payoutId: "p1" },
    });
    expect(told(member(anna), requested)).toMatchObject({
      topics: ["network"],
      change: { payoutId: null },
    });
    expect(told(member(kim), requested)).toBeNull();
  });

  test("credit that paid an order belongs to the wallet", () => {
    expect(told(member(kim), spent)?.topics).toEqual(["wallet"]);
  });
});

describe("a message", () => {
  test("merges the topics of several events, in the order of the ledger", () => {
    const message = messageFor(member(ben), [paid, requested, { ...paid, position: 14 }]);
    expect(message.topics).toEqual(["wallet", "payouts", "network"]);
    expect(message.changes.map(({ position }) => position)).toEqual([12, 13, 14]);
  });

  test("is bounded while it waits, and loses no topic", () => {
    let waiting = nothingChanged;
    for (let position = 1; position <= 1000; position++)
      waiting = addTo(waiting, messageFor(office, [{ ...paid, position }]));
    waiting = addTo(waiting, messageFor(office, [requested]));
    expect(waiting.changes).toHaveLength(50);
    expect(addTo(waiting, officeMayHaveChanged).topics).toEqual(everythingMayHaveChanged.topics);
  });
});
