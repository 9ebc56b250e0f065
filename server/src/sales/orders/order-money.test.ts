import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { excess, kept, outstanding } from "@portal/shared/sales/orders/order-money.ts";
import type { PaymentWay } from "@portal/shared/sales/orders/order-terms.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createHistory } from "../../testing/a-history.ts";
import { append, createProjectionsLedger, happen } from "../../testing/projection-ledger.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { bottles, parcel, someOrderId } from "../../testing/some-facts.ts";
import type { OrderCommand } from "./order-commands.ts";
import type { OrderEvent } from "./order.events.ts";
import { type Order, orderDecider, type PlacedOrder } from "./order.decider.ts";
import { dueBeyondCard } from "../../platform/proposals/money-out.queries.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { excessSql, isOverpaid, isUnderpaid, outstandingSql } from "./order-tasks.queries.ts";
import { leftOf, moneyOf } from "./order.rules.ts";

const orderId = someOrderId(1);
const placing: OrderCommand = {
  type: "PlaceOrder",
  orderId,
  orderNumber: 1,
  buyerId: null,
  sellerId: null,
  live: true,
  region: "za",
  currency: "ZAR",
  vatBps: 1500,
  deliveryService: null,
  sections: [{ addressId: null, lines: [bottles(3), parcel] }],
};

/** The order after a command. Throws if it is refused; `tried` returns the order unchanged then. */
function after(order: Order, command: OrderCommand): Order {
  return orderDecider.decide(command, order).reduce(orderDecider.evolve, order);
}

function tried(order: Order, command: OrderCommand): Order {
  try {
    return after(order, command);
  } catch {
    return order;
  }
}

function asPlaced(order: Order): PlacedOrder {
  if (order.status === "unplaced") throw new Error("it was placed");
  return order;
}

function pay(amount: number, nth: number, method: Way = "card"): OrderCommand {
  const payment = { orderId, paymentId: `p${nth}`, amount, fee: 0, reference: "" };
  return { type: "RecordPayment", method, ...payment };
}

function refund(
  amount: number,
  productAmount: number,
  units: number,
  nth: number,
  method: Way = "eft",
): OrderCommand {
  const given = { orderId, refundId: `r${nth}`, amount, productAmount, units };
  return { type: "RefundPayment", method, reasonId: null, ...given };
}

type Way = PaymentWay;

type Step = Readonly<{
  isPayment: boolean;
  amount: number;
  goods: number;
  units: number;
  /** Pays exactly the outstanding amount, or refunds exactly what is left. */
  isExact: boolean;
}>;

const anyStep: fc.Arbitrary<Step> = fc.record({
  isPayment: fc.boolean(),
  amount: fc.integer({ min: 1, max: 150_000 }),
  goods: fc.integer({ min: 0, max: 120_000 }),
  units: fc.integer({ min: 0, max: 3 }),
  isExact: fc.boolean(),
});

function step(order: PlacedOrder, nth: number, wanted: Step): Order {
  const due = outstanding(moneyOf(order));
  const left = leftOf(order);
  if (wanted.isPayment)
    return tried(order, pay(wanted.isExact && due > 0 ? due : wanted.amount, nth));
  return wanted.isExact
    ? tried(order, refund(Math.max(1, left.amount), left.goods, left.units, nth))
    : tried(order, refund(wanted.amount, Math.min(wanted.goods, left.goods), wanted.units, nth));
}

// shows T333, T350
test("after any payments and refunds, no more went to the card or out of the shop than came that way", () => {
  const anyMove = fc.record({
    isPayment: fc.boolean(),
    amount: fc.integer({ min: 1, max: 150_000 }),
    way: fc.constantFrom<Way>("card", "eft", "credit"),
  });
  fc.assert(
    fc.property(fc.array(anyMove, { maxLength: 12 }), (moves) => {
      let order = after(orderDecider.initialState, placing);
      let [onCard, outside] = [0, 0];
      for (const [nth, { isPayment, amount, way }] of moves.entries()) {
        // Goods are left out where the order is not paid, and named where it is.
        const { goods, units } = leftOf(asPlaced(order));
        const [back, taken] = [Math.min(goods, amount), goods <= amount ? units : 0];
        const moved = tried(
          order,
          isPayment ? pay(amount, nth, way) : refund(amount, back, taken, nth, way),
        );
        const sum = moved === order ? 0 : isPayment ? amount : -amount;
        if (way === "card") onCard += sum;
        if (way !== "credit") outside += sum;
        order = moved;
        expect(Math.min(onCard, outside)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

// shows T12
test("after any payments and refunds, the outstanding amount pays the order and the excess can be refunded", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
      let order = asPlaced(after(orderDecider.initialState, placing));
      for (const [nth, wanted] of steps.entries()) {
        order = asPlaced(step(order, nth, wanted));
        const money = moneyOf(order);
        const left = leftOf(order);
        const due = outstanding(money);

        expect(due).toBe(order.isPaid ? 0 : order.total - kept(order));
        const isPaidBy = (amount: number) => asPlaced(after(order, pay(amount, 99))).isPaid;
        expect(due === 0 || isPaidBy(due)).toBe(true);
        expect(due > 1 && isPaidBy(due - 1)).toBe(due > 1 && order.isPaid);
        expect(order.isPaid && left.goods > left.amount).toBe(false);
        const isOver = money.state === "refunded";
        expect([isOver && order.due, isOver && left.goods, isOver && left.units]).toEqual(
          isOver ? [0, 0, 0] : [false, false, false],
        );
        const tooMuch = excess(order);
        const settled =
          tooMuch > 0 && order.isPaid ? after(order, refund(tooMuch, 0, 0, 99)) : order;
        expect(settled).toMatchObject({ refundedGoods: order.refundedGoods, due: order.due });
        // Once the excess is refunded, any further payment is excess again, to the cent.
        const isSettled = settled !== order;
        expect(isSettled ? excess(asPlaced(after(settled, pay(7, 98)))) : 7).toBe(7);
      }
    }),
    { numRuns: 3000 },
  );
});

// shows T12
databaseTest(
  "the SQL of lists and sums agrees with the functions over a random history",
  async ({ db, pool }) => {
    const ledger = createProjectionsLedger(pool);
    await happen(ledger, createHistory({ seed: 79, firstMember: 10, firstOrder: 950 }), 400);
    await ledger.close();
    // The history lacks payments of closed orders, and partial payments.
    await sql`update projection.order_state set received = received + 500
    where state in ('cancelled', 'refunded') and order_number % 2 = 0`.execute(db);
    await sql`update projection.order_state set received = refunded + 1
    where state = 'placed' and total > 1 and order_number % 2 = 0`.execute(db);
    const orders = await db
      .selectFrom("projection.order_state as order")
      .select(["order.state", "order.total", "order.received", "order.refunded", "order.live"])
      .select("order.due as asked")
      .select([outstandingSql.as("due"), excessSql.as("tooMuch"), isLive().as("isLive")])
      .select([isOverpaid.as("isOverpaid"), isUnderpaid.as("isUnderpaid")])
      .execute();

    for (const {
      due,
      tooMuch,
      asked,
      isLive: live,
      isOverpaid: over,
      isUnderpaid: under,
      ...order
    } of orders)
      expect({ due, tooMuch, live, over, under }).toEqual({
        due: outstanding(order),
        tooMuch: excess({ ...order, due: asked }),
        live: order.live,
        over: order.live && excess({ ...order, due: asked }) > 0,
        under: order.live && outstanding(order) > 0 && kept(order) > 0,
      });
    const has = (name: "isOverpaid" | "isUnderpaid") => orders.some((order) => order[name]);
    expect([has("isOverpaid"), has("isUnderpaid")]).toEqual([true, true]);
  },
);

// shows T412
databaseTest(
  "after any payments and refunds of a paid order, the card gets uncounted only what it overpaid alone",
  async ({ db, pool }) => {
    const ledger = createProjectionsLedger(pool);
    const anyMoves = fc.array(
      fc.record({
        isPayment: fc.boolean(),
        amount: fc.oneof(fc.integer({ min: 1, max: 150_000 }), fc.constant(107_500)),
        way: fc.constantFrom<Way>("card", "card", "eft", "credit"),
      }),
      { minLength: 3, maxLength: 9 },
    );
    const orders: PlacedOrder[] = [];
    for (const [at, moves] of fc.sample(anyMoves, { seed: 412, numRuns: 60 }).entries()) {
      const own = { orderId: someOrderId(at + 1) };
      let order: Order = orderDecider.initialState;
      const facts: OrderEvent[] = [];
      const happens = (command: OrderCommand) => {
        const events = orderDecider.decide({ ...command, ...own }, order);
        order = events.reduce(orderDecider.evolve, order);
        facts.push(...events);
      };
      happens({ ...placing, orderNumber: at + 1 });
      for (const [nth, { isPayment, amount, way }] of moves.entries())
        try {
          happens(isPayment ? pay(amount, nth, way) : refund(amount, 0, 0, nth, way));
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      await append(ledger, facts);
      orders.push(asPlaced(order));
    }
    await ledger.close();
    const { rows } = await sql<{ number: number; toCard: number; counted: number }>`
      select "order".order_number as number, sum(amount)::bigint as "toCard",
        sum(least(amount, ${dueBeyondCard("order", sql`refund.position`)}))::bigint as counted
      from projection.order_state "order" join (
        select stream_id, position, (data ->> 'amount')::bigint as amount from ledger_events
        where type = 'PaymentRefunded' and data ->> 'method' = 'card'
      ) refund on refund.stream_id = 'order-' || "order".order_id
      where "order".state = 'paid'
      group by "order".order_number`.execute(db);

    expect(rows.length).toBeGreaterThan(9);
    for (const { number, toCard, counted } of rows) {
      const order = orders[number - 1];
      if (!order) throw new Error("it was placed");
      const byCard = order.onCard + toCard;
      expect(toCard - counted).toBe(Math.min(toCard, Math.max(0, byCard - order.due)));
    }
    const has = (which: (row: (typeof rows)[number]) => boolean) => rows.some(which);
    expect(has(({ counted }) => counted === 0)).toBe(true);
    expect(has(({ toCard, counted }) => counted > 0 && counted < toCard)).toBe(true);
  },
);
