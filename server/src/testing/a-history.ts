import { kept, outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { isWithin } from "../network/members/network.rules.ts";
import type { MemberRow, OrderRow } from "../platform/read-model/projection-tables.ts";
import { applyToProjections } from "../projections/fold/projections.fold.ts";
import { streamOf } from "../projections/fold/keys-of-event.ts";
import {
  createMemoryProjections,
  type MemoryProjections,
} from "../projections/store/memory-projections.ts";
import {
  type LedgerEvent,
  ledgerCatalogue,
  type RecordedLedgerEvent,
} from "../projections/ledger-catalogue.ts";
import { createRandom, type Random } from "../edges/demo/random.ts";

/**
 * A random history with every kind of event, in an order that the rules allow. `firstMember` and `firstOrder` keep
 * histories in the same database apart.
 */
export type History = Readonly<{
  projections: MemoryProjections;
  /** The events of the next command. */
  next: () => readonly LedgerEvent[];
}>;

export type HistoryOptions = Readonly<{ seed: number; firstMember?: number; firstOrder?: number }>;

type World = HistoryOptions & {
  random: Random;
  projections: MemoryProjections;
  members: number;
  orders: number;
};

export function createHistory(options: HistoryOptions): History {
  const projections = createMemoryProjections();
  const world: World = {
    ...options,
    random: createRandom(options.seed),
    projections,
    members: 0,
    orders: 0,
  };
  let position = 0;
  return {
    projections,
    next() {
      const events = nextEvents(world);
      for (const event of events) applyToProjections(projections, aRecorded(event, ++position));
      return events;
    },
  };
}

/** An event with only the metadata that the fold reads. */
export function aRecorded(event: LedgerEvent, position: number): RecordedLedgerEvent {
  const occurredAt = new Date(Date.UTC(2026, 0, 1) + position * 60_000).toISOString();
  return {
    ...event,
    position,
    eventId: "",
    streamId: streamOf(event),
    streamVersion: 1,
    schemaVersion: ledgerCatalogue.versionOf(event.type),
    occurredAt,
    recordedAt: occurredAt,
    metadata: {},
  };
}

function nextEvents(world: World): readonly LedgerEvent[] {
  const { random } = world;
  if (world.members < 6 || random.chance(12)) return enrolment(world);
  if (random.chance(8)) return networkChange(world);
  if (random.chance(40)) return order(world);
  if (random.chance(2)) return [plan(random)];
  if (random.chance(20)) return walletChange(world);
  return orderChange(world);
}

function enrolment(world: World): readonly LedgerEvent[] {
  const { random } = world;
  const userId = (world.firstMember ?? 1) + world.members++;
  const code = `C-${userId}`;
  const parent = pickOf(random, distributors(world));
  if (!parent || random.chance(15)) {
    const parentId = random.chance(40) && parent?.level === 1 ? parent.userId : null;
    return [{ type: "DistributorEnrolled", data: { userId, level: 1, parentId, code } }];
  }
  const parentId = parent.userId;
  if (parent.level === 3 || random.chance(25))
    return [{ type: "StockistEnrolled", data: { userId, parentId, code, ...terms(random) } }];
  const level = parent.level === 1 && random.chance(70) ? 2 : 3;
  return [{ type: "DistributorEnrolled", data: { userId, level, parentId, code } }];
}

function networkChange(world: World): readonly LedgerEvent[] {
  const { random, projections } = world;
  const member = pickOf(random, [...projections.members.all.values()]);
  if (!member) return enrolment(world);
  const { userId } = member;
  if (!member.active) return [{ type: "MemberReactivated", data: { userId } }];
  if (random.chance(15)) return [{ type: "MemberDeactivated", data: { userId } }];
  if (member.kind === "stockist" && random.chance(50))
    return [{ type: "StockistTermsChanged", data: { userId, ...terms(random) } }];
  if (random.chance(10)) {
    const code = `N-${userId}-${world.orders}`;
    return [{ type: "MemberCodeChanged", data: { userId, code } }];
  }
  if (member.level === 2 && random.chance(40))
    return [{ type: "DistributorUplifted", data: { userId } }];
  const target = pickOf(
    random,
    distributors(world).filter((other) => mayBeParent(projections, other, member)),
  );
  if (!target) return enrolment(world);
  const type = member.kind === "stockist" ? "StockistMoved" : "DistributorMoved";
  return [{ type, data: { userId, parentId: target.userId } }];
}

function mayBeParent({ members }: MemoryProjections, target: MemberRow, member: MemberRow) {
  if (isWithin(target.userId, member.userId, members.get)) return false;
  return member.level === 1 ? target.level === 1 : target.level < member.level;
}

function order(world: World): readonly LedgerEvent[] {
  const { random } = world;
  const orderId = random.uuid();
  const seller = pickOf(random, [...world.projections.members.all.values()]);
  const listPrice = random.between(1, 40_000);
  const quantity = random.between(1, 5);
  // Some stockists have a margin so large that the ceiling of commission applies.
  const isNearlyFree = seller?.kind === "stockist" && quantity === 5;
  const unitPrice = isNearlyFree ? Math.floor(listPrice / 20) : listPrice;
  const line = { productId: 94, quantity, listPrice, unitPrice, commissionPrice: listPrice };
  const delivery = { productId: 142, quantity: 1, listPrice: 10_000, unitPrice: 10_000 };
  const total = quantity * unitPrice + 10_000;
  const placed: LedgerEvent = {
    type: "OrderPlaced",
    data: {
      orderId,
      orderNumber: (world.firstOrder ?? 1) + world.orders++,
      buyerId: random.chance(50) ? random.between(1, 50) : null,
      sellerId: seller && random.chance(90) ? seller.userId : null,
      region: "za",
      currency: "ZAR",
      vatBps: 1500,
      live: random.chance(95),
      sections: [{ addressId: null, lines: [line, { ...delivery, commissionPrice: 0 }] }],
      deliveryService: "COU",
      total,
    },
  };
  return random.chance(30) ? [placed, ...payment(random, orderId, total)] : [placed];
}

function payment(random: Random, orderId: string, amount: number): readonly LedgerEvent[] {
  const paymentId = random.uuid();
  const money = { amount, fee: 12, reference: 'a\\b\t"c"', referenceId: null };
  return [
    { type: "PaymentReceived", data: { orderId, paymentId, method: "card", ...money } },
    { type: "OrderPaid", data: { orderId } },
  ];
}

function orderChange(world: World): readonly LedgerEvent[] {
  const { random, projections } = world;
  const row = pickOf(random, [...projections.orders.all.values()]);
  if (!row || row.state === "cancelled") return order(world);
  if (row.paidAt === null) return unpaidOrderChange(world, row);
  const { orderId } = row;
  if (random.chance(25)) return [reassignment(world, orderId)];
  if (random.chance(20))
    return [{ type: "ShipmentCreated", data: { orderId, service: "ONX", waybill: "WB 1" } }];
  return refund(random, row);
}

function unpaidOrderChange(world: World, row: OrderRow) {
  const { random } = world;
  const { orderId } = row;
  if (random.chance(10)) return [reassignment(world, orderId)];
  const cancelled: LedgerEvent = {
    type: "OrderCancelled",
    data: { orderId, reasonId: world.random.uuid() },
  };
  if (random.chance(10)) return [cancelled];
  return payment(random, orderId, outstanding(row));
}

function reassignment(world: World, orderId: string): LedgerEvent {
  const seller = pickOf(world.random, [...world.projections.members.all.values()]);
  return { type: "OrderReassigned", data: { orderId, sellerId: seller?.userId ?? null } };
}

function refund(random: Random, row: OrderRow): readonly LedgerEvent[] {
  const left = kept(row);
  if (left <= 0) return [];
  const goods = Math.min(row.goods - row.refundedGoods, left);
  const productAmount = random.chance(30) ? goods : random.between(0, goods);
  const amount = Math.max(1, productAmount);
  const units = productAmount === 0 ? 0 : Math.min(1, row.units - row.refundedUnits);
  const { orderId } = row;
  const about = { refundId: random.uuid(), method: "eft", reasonId: random.uuid() } as const;
  return [{ type: "PaymentRefunded", data: { orderId, amount, productAmount, units, ...about } }];
}

function walletChange(world: World): readonly LedgerEvent[] {
  const { random, projections } = world;
  const wallet = pickOf(random, [...projections.wallets.all.values()]);
  if (!wallet) return order(world);
  const { userId, openPayoutId, credit } = wallet;
  const unpaid = wallet.accrued - wallet.paid;
  if (openPayoutId !== null) {
    const payout = { payoutId: openPayoutId, userId };
    const { requested: amount = 0, withheld = 0 } = projections.payouts.get(openPayoutId) ?? {};
    if (random.chance(20))
      return [{ type: "PayoutRejected", data: { ...payout, reasonId: random.uuid() } }];
    const selfBilledVatBps = amount % 2 === 0 ? null : 1500;
    const settled = { amount, withheld, selfBilledVatBps, referenceId: random.uuid() };
    return [{ type: "PayoutPaid", data: { ...payout, ...settled, paidOn: "2026-02-01" } }];
  }
  if (unpaid - credit <= 0 || random.chance(15))
    return [{ type: "CreditGranted", data: { userId, amount: 500, reasonId: null } }];
  if (random.chance(20)) return [{ type: "CommissionConverted", data: { userId, amount: 1 } }];
  const requested = unpaid - credit;
  const withheld = requested % 2 === 0 ? 0 : Math.floor(requested / 3);
  const money = { commission: unpaid, credit, requested, withheld };
  return [{ type: "PayoutRequested", data: { payoutId: random.uuid(), userId, ...money } }];
}

function plan(random: Random): LedgerEvent {
  const own = { "1": random.between(1000, 2000), "2": 1500, "3": 1000 };
  const upline = { "1": { "2": 500, "3": 500 }, "2": { "3": 500 } };
  return { type: "CommissionPlanPublished", data: { own, upline, leader: 1000 } };
}

function terms(random: Random) {
  return { marginBps: 2500, distributorBps: random.between(0, 1500), vatRegistered: false };
}

function distributors({ projections }: World): MemberRow[] {
  return [...projections.members.all.values()].filter(
    ({ kind, active }) => kind === "distributor" && active,
  );
}

function pickOf<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[random.between(0, items.length - 1)];
}
