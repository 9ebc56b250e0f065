import type { OrderRow } from "../../platform/read-model/projection-rows.ts";
import { fillBasket } from "./demo-basket.ts";
import { demoIds, type DemoPerson } from "./demo-people.ts";
import { planPayment } from "./demo-payments.ts";
import { type DemoWorld, pickMember } from "./demo-world.ts";

const firstOrderNumber = 1001;

/**
 * A year of orders: a little more every month, fewer on two days of a week, many for a month. Weeks and months are
 * counted from its start, not on the calendar, so that the same people bought the same whatever day it ends on.
 */
export function planOrders(world: DemoWorld): void {
  const { time, random, agenda } = world;
  let placed = 0;
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
  const { buyerId, sellerId } = whoBuys(world, at);
  const buyer = buyerId === null ? undefined : history.books.members.get(buyerId);
  const [home, ...others] = world.addressesOf(buyerId);
  const addressIds = random.chance(6) ? [home, ...others.slice(0, 1)] : [home];
  const basket = fillBasket(random, { stockistMarginBps: buyer?.marginBps ?? null, addressIds });
  const orderId = random.uuid();

  history.record(at, {
    type: "OrderPlaced",
    data: {
      orderId,
      orderNumber,
      buyerId,
      sellerId,
      region: "za",
      currency: "ZAR",
      vatBps: 1500,
      live: true,
      ...basket,
    },
  });
  world.placed.push({ orderId, addressId: home });
  planPayment(world, at, orderOf(world, orderId));
}

type Trade = Readonly<{ buyerId: number | null; sellerId: number | null }>;

/** Who made the sale follows from who buys (docs/domain.md, "Who made the sale"). */
function whoBuys(world: DemoWorld, at: number): Trade {
  const throwOfDice = world.random.between(1, 100);
  if (throwOfDice <= 40)
    return {
      buyerId: null,
      sellerId: pickMember(world, ["distributor", "stockist"])?.userId ?? null,
    };
  if (throwOfDice <= 64) return customersTrade(world, at);
  if (throwOfDice <= 92) {
    const self =
      pickMember(world, [throwOfDice <= 78 ? "distributor" : "stockist"])?.userId ?? null;
    return { buyerId: self, sellerId: self };
  }
  return { buyerId: null, sellerId: null };
}

function customersTrade({ people, random, time, history }: DemoWorld, at: number): Trade {
  const joined = (person: DemoPerson): boolean =>
    person.role === "customer" && time.on(person.joinedOnDay, "00:00") < at;
  const customers = people.filter(joined);
  const kim = customers.find(({ id }) => id === demoIds.kim);
  const [first, ...rest] = kim ? [...customers, kim, kim, kim] : customers;
  if (!first) return { buyerId: null, sellerId: null };

  const { id, customerOf } = random.pick([first, ...rest]);
  const parent = customerOf === null ? undefined : history.books.members.get(customerOf);
  return { buyerId: id, sellerId: parent?.active ? parent.userId : null };
}

function orderOf({ history }: DemoWorld, orderId: string): OrderRow {
  const order = history.books.orders.get(orderId);
  if (!order) throw new Error(`order ${orderId} was not placed`);
  return order;
}
