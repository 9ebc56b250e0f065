import { usableCreditOf } from "@portal/shared/money/wallet-figures.ts";
import { dayMs } from "@portal/shared/platform/calendar.ts";
import {
  deliveryProductId,
  eftPrefix,
  selfCollectionService,
  unitsPerParcel,
} from "@portal/shared/platform/constants.ts";
import { shareOf } from "@portal/shared/platform/money.ts";
import { doorService, isOfferedByCourier } from "@portal/shared/sales/delivery/delivery.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { payableOf } from "../../money/wallets/wallet.rules.ts";
import type { OrderRow, WalletRow } from "../../platform/read-model/projection-tables.ts";
import { v5 } from "uuid";
import type { OrderLine, OrderSection } from "../../sales/orders/order.events.ts";
import { servicesEverywhere } from "../sandbox/courier/sandbox-rates.ts";
import {
  bottle,
  delivery,
  giftBox,
  lineOf,
  placedInSouthAfrica,
  refill,
  travelBottle,
} from "./demo-catalogue.ts";
import { demoIds, type DemoPerson } from "./demo-people.ts";
import { placeRestock } from "./demo-restock.ts";
import { type DemoWorld, pickMember } from "./demo-world.ts";
import type { Random } from "./random.ts";

const firstOrderNumber = 1001;

/**
 * A year of orders: a few more each month, fewer on two days of a week, and a busy month. Weeks and months count from the
 * start of the year and not by the calendar, so that the orders are the same whatever day the year ends on.
 */
export function planOrders(world: DemoWorld): void {
  const { time, random, agenda } = world;
  let placed = 0;
  agenda.add(time.on(time.days - 1, "10:05"), (at) => {
    if (placeRestock(world, at, firstOrderNumber + placed)) placed += 1;
  });
  for (let day = 1; day < time.days; day++) {
    const expected = (1.75 + (3.3 * day) / time.days) * weekend(day) * season(day);
    const count = Math.floor(expected) + (random.chance((expected % 1) * 100) ? 1 : 0);
    for (let order = 0; order < count; order++) {
      const clock = `${random.between(7, 20)}:${random.between(0, 59)}` as const;
      const at = time.on(day, clock) + random.between(0, 59_999);
      agenda.add(at, (when) => {
        placeOrder(world, when, firstOrderNumber + placed);
        placed += 1;
      });
    }
  }
}

function weekend(day: number): number {
  return day % 7 >= 5 ? 0.7 : 1.1;
}

function season(day: number): number {
  return day >= 20 && day < 51 ? 1.4 : 1;
}

function placeOrder(world: DemoWorld, at: number, orderNumber: number): void {
  const { random, history } = world;
  const { buyerId, sellerId } = pickBuyer(world, at);
  const buyer = buyerId === null ? undefined : history.projections.members.get(buyerId);
  const [home, ...others] = world.addressesOf(buyerId);
  const addressIds = random.chance(6) ? [home, ...others.slice(0, 1)] : [home];
  const basket = fillBasket(random, buyer?.marginBps ?? null, addressIds);
  const orderId = random.uuid();

  history.record(at, {
    type: "OrderPlaced",
    data: {
      orderId,
      orderNumber,
      buyerId,
      sellerId,
      ...placedInSouthAfrica,
      ...basket,
    },
  });
  world.placed.push({ orderId, addressId: home });
  planPayment(world, at, currentOrder(world, orderId));
}

type Trade = Readonly<{ buyerId: number | null; sellerId: number | null }>;

/** The seller follows from the buyer (docs/domain.md, "Who made the sale"). */
function pickBuyer(world: DemoWorld, at: number): Trade {
  const dice = world.random.between(1, 100);
  if (dice <= 40)
    return {
      buyerId: null,
      sellerId: pickMember(world, ["distributor", "stockist"])?.userId ?? null,
    };
  if (dice <= 64) return pickCustomer(world, at);
  if (dice <= 92) {
    const self = pickMember(world, [dice <= 78 ? "distributor" : "stockist"])?.userId ?? null;
    return { buyerId: self, sellerId: self };
  }
  return { buyerId: null, sellerId: null };
}

function pickCustomer({ people, random, time, history }: DemoWorld, at: number): Trade {
  const joined = (person: DemoPerson): boolean =>
    person.role === "customer" && time.on(person.joinedOnDay, "00:00") < at;
  const customers = people.filter(joined);
  const kim = customers.find(({ id }) => id === demoIds.kim);
  const [first, ...rest] = kim ? [...customers, kim, kim, kim] : customers;
  if (!first) return { buyerId: null, sellerId: null };

  const { id, customerOf } = random.pick([first, ...rest]);
  const parent = customerOf === null ? undefined : history.projections.members.get(customerOf);
  return { buyerId: id, sellerId: parent?.active ? parent.userId : null };
}

/** The office can quote and book each order of the demo again. */
const [anyService = doorService, ...otherServices] = servicesEverywhere.filter(isOfferedByCourier);
const bookableServices = [anyService, ...otherServices] as const;

/** @param stockistMarginBps null for all buyers except stockists */
function fillBasket(
  random: Random,
  stockistMarginBps: number | null,
  addressIds: readonly number[],
) {
  const deliveryService = random.chance(10) ? selfCollectionService : random.pick(bookableServices);
  const sections = addressIds.map((addressId): OrderSection => {
    const lines =
      stockistMarginBps === null
        ? shoppersLines(random)
        : stockistsLines(random, stockistMarginBps);
    if (deliveryService !== selfCollectionService) lines.push(parcelsFor(lines));
    return { addressId, lines };
  });
  const total = sections
    .flatMap(({ lines }) => lines)
    .reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  return { sections, total, deliveryService };
}

function shoppersLines(random: Random): OrderLine[] {
  const lines = [lineOf(bottle, random.pick([1, 1, 2, 2, 3, 4, 4, 6]), null)];
  if (random.chance(25)) lines.push(lineOf(travelBottle, 4, null));
  if (random.chance(12)) lines.push(lineOf(refill, random.between(1, 2), null));
  if (random.chance(8)) lines.push(lineOf(giftBox, 1, null));
  return lines;
}

function stockistsLines(random: Random, marginBps: number): OrderLine[] {
  const lines = [lineOf(bottle, random.pick([12, 12, 18, 24, 24, 30, 48, 72]), marginBps)];
  if (random.chance(30)) lines.push(lineOf(refill, random.pick([6, 12]), marginBps));
  return lines;
}

function parcelsFor(lines: readonly OrderLine[]): OrderLine {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const { price } = delivery;
  return {
    productId: deliveryProductId,
    quantity: Math.ceil(units / unitsPerParcel),
    listPrice: price,
    unitPrice: price,
    commissionPrice: 0,
  };
}

const minuteMs = 60_000;

type Method = "card" | "eft";

/** Plans how an order is paid: by card, bank transfer, credit, or never. */
function planPayment(world: DemoWorld, at: number, order: OrderRow): void {
  const { agenda, random } = world;
  planQuote(world, at, order);
  const credit = creditFor(world, order);
  if (credit > 0) {
    agenda.add(at + 2 * minuteMs, (when) => payWithCredit(world, when, order));
    if (credit >= order.total) return;
  }

  const dice = random.between(1, 100);
  if (dice <= (credit === 0 ? 8 : 30)) {
    agenda.add(at + 14 * dayMs, (when) => cancel(world, when, order, "Not paid within 14 days"));
  } else if (dice <= 70) {
    agenda.add(at + random.between(3, 12) * minuteMs, (when) => pay(world, when, order, "card"));
  } else {
    const paidAt = at + random.between(1, 3) * dayMs;
    const inHalves = dice > 98;
    if (inHalves)
      agenda.add(paidAt, (when) => receive(world, when, order, "eft", Math.floor(order.total / 2)));
    agenda.add(inHalves ? paidAt + dayMs : paidAt, (when) => pay(world, when, order, "eft"));
  }
}

/** Buyers use their credit; some distributors also convert commission to credit for an order. */
function creditFor({ history, random }: DemoWorld, order: OrderRow): number {
  const wallet =
    order.buyerId === null ? undefined : history.projections.wallets.get(order.buyerId);
  if (!wallet || !(usableCreditOf(wallet) >= 5000 || random.chance(12))) return 0;
  return Math.min(order.total, usableCreditOf(wallet) + convertible(wallet));
}

/** Commission cannot be converted while a payout request is open. */
function convertible({ openPayoutId, ...figures }: WalletRow): number {
  return openPayoutId === null ? payableOf(figures, { requested: 0, waiting: 0 }) : 0;
}

function payWithCredit(world: DemoWorld, at: number, placed: OrderRow): void {
  const { history } = world;
  const order = currentOrder(world, placed.orderId);
  const { orderId, buyerId } = order;
  const wallet = buyerId === null ? undefined : history.projections.wallets.get(buyerId);
  if (buyerId === null || !wallet) return;
  const due = outstanding(order);
  const usable = usableCreditOf(wallet);
  const converted = Math.min(convertible(wallet), Math.max(0, due - usable));
  const amount = Math.min(due, usable + converted);
  if (amount <= 0) return;

  if (converted > 0)
    history.record(at, {
      type: "CommissionConverted",
      data: { userId: buyerId, amount: converted },
    });
  history.record(at, { type: "CreditSpent", data: { userId: buyerId, amount, orderId } });
  receive(world, at, placed, "credit", amount);
}

function pay(world: DemoWorld, at: number, placed: OrderRow, method: Method): void {
  // Credit may have paid more than was expected when the order was placed.
  const amount = outstanding(currentOrder(world, placed.orderId));
  if (amount > 0) receive(world, at, placed, method, amount);
}

function receive(
  world: DemoWorld,
  at: number,
  placed: OrderRow,
  method: Method | "credit",
  amount: number,
): void {
  const { history, random } = world;
  const { orderId, orderNumber } = placed;
  const paymentId =
    method === "card" ? String(random.between(100_000_000, 199_999_999)) : random.uuid();
  // A typical fee of a card provider: 3.5 % and R2.
  const fee = method === "card" ? shareOf(amount, 350) + 200 : 0;
  const reference = `${eftPrefix}${orderNumber}`;
  history.record(at, {
    type: "PaymentReceived",
    data: { orderId, paymentId, method, amount, fee, reference },
  });

  const { received, total, state } = currentOrder(world, orderId);
  if (state !== "placed" || received < total) return;
  history.record(at, { type: "OrderPaid", data: { orderId } });
  planAfterwards(world, at, placed, method);
}

function planAfterwards(
  world: DemoWorld,
  at: number,
  order: OrderRow,
  method: Method | "credit",
): void {
  const { agenda, random } = world;
  planShipment(world, at, order);
  if (method !== "credit" && random.chance(3))
    agenda.add(at + random.between(5, 20) * dayMs, (when) => refund(world, when, order, method));
  if (order.sellerId === null && random.chance(12))
    agenda.add(at + random.between(2, 8) * dayMs, (when) => reassign(world, when, order));
}

function refund(world: DemoWorld, at: number, placed: OrderRow, method: Method): void {
  const { history, random } = world;
  const { orderId, goods, units, total } = currentOrder(world, placed.orderId);
  const whole = units === 1 || random.chance(40);
  const refundedUnits = whole ? units : 1;
  const productAmount = whole ? goods : Math.floor(goods / units);
  history.record(at, {
    type: "PaymentRefunded",
    data: {
      orderId,
      refundId: random.uuid(),
      amount: whole ? total : productAmount,
      productAmount,
      units: refundedUnits,
      method,
      reason: whole ? "The parcel was returned" : "One bottle arrived broken",
    },
  });
}

function reassign(world: DemoWorld, at: number, { orderId }: OrderRow): void {
  const sellerId = pickMember(world, ["distributor"])?.userId ?? null;
  if (sellerId !== null)
    world.history.record(at, { type: "OrderReassigned", data: { orderId, sellerId } });
}

/** Credit that was spent on the order is refunded and restored. */
function cancel(world: DemoWorld, at: number, placed: OrderRow, reason: string): void {
  const { history } = world;
  const { orderId, buyerId, received: amount, state } = currentOrder(world, placed.orderId);
  if (state !== "placed") return;
  const isPartPaid = amount > 0 && buyerId !== null;
  if (isPartPaid) {
    const refundId = `cancelled-${orderId}`;
    const back = { amount, productAmount: 0, units: 0, method: "credit", reason } as const;
    history.record(at, { type: "PaymentRefunded", data: { orderId, refundId, ...back } }, orderId);
  }
  history.record(at, { type: "OrderCancelled", data: { orderId, reason } });
  if (isPartPaid)
    history.record(at, { type: "CreditRestored", data: { userId: buyerId, amount, orderId } });
}

function planQuote(
  { history, random }: DemoWorld,
  at: number,
  { orderId, deliveryService: service }: OrderRow,
): void {
  if (service === null || service === selfCollectionService) return;
  const quoteNumber = `Q${random.between(1_000_000, 9_999_999)}`;
  const rate = random.between(6_000, 12_000);
  history.record(at, { type: "DeliveryQuoted", data: { orderId, service, quoteNumber, rate } });
}

/** Orders for self-collection are ready on the next day; the courier collects the others. */
function planShipment(world: DemoWorld, at: number, order: OrderRow): void {
  const { agenda, history, random } = world;
  const { orderId, deliveryService: service } = order;
  if (service === selfCollectionService)
    agenda.add(at + 20 * 60 * minuteMs, (when) => {
      if (["paid", "partly-refunded"].includes(currentOrder(world, orderId).state))
        history.record(
          when,
          { type: "ReadyToCollect", data: { orderId } },
          v5("ready to collect", orderId),
        );
    });
  if (service === null || service === selfCollectionService) return;
  const number = random.between(1_000_000, 9_999_999);
  agenda.add(at + random.between(4, 30) * 60 * minuteMs, (when) => {
    const collectionAt = new Date(when + 3 * 60 * minuteMs).toISOString();
    const collectionReference = `C${number}`;
    history.record(when, {
      type: "CollectionBooked",
      data: { orderId, service, collectionReference, collectionAt },
    });
    agenda.add(when + 4 * 60 * minuteMs, (shipped) =>
      history.record(shipped, {
        type: "ShipmentCreated",
        data: { orderId, service, waybill: `WB${number}` },
      }),
    );
  });
}

function currentOrder({ history }: DemoWorld, orderId: string): OrderRow {
  const order = history.projections.orders.get(orderId);
  if (!order) throw new Error(`order ${orderId} was not placed`);
  return order;
}
