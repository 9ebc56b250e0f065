import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { recipient } from "../bench/guest-order.ts";
import { encodeFields, signNotification } from "../server/src/gateways/card/payfast-fields.ts";
import { decimalText } from "../shared/src/platform/money.ts";
import { shopDay } from "../server/src/testing/shop-day.ts";
import { defaultPlan } from "../server/src/network/commissions/commission-plan.events.ts";
import { planHash } from "../server/src/network/commissions/plan-simulation.store.ts";
import { demoPassword } from "../server/src/edges/demo/demo-people.ts";
import { bottle } from "../server/src/edges/demo/demo-catalogue.ts";
import type { Random } from "../server/src/edges/demo/random.ts";
import type { Client, Journal } from "./client.ts";

export const merchant = { id: "10000100", passphrase: "jt7NOE43FZPn" } as const;

/** A signed-in user. */
export type Person = Readonly<{ id: number; token: string }>;

type Order = Readonly<{ uuid: string; total: number; units: number }>;
type Stockist = Readonly<{ id: number; email: string }>;

/** The workers' knowledge of the shop. It may be stale, in which case commands are refused. */
export type World = {
  readonly admins: readonly [Person, Person];
  readonly members: readonly [Person, ...Person[]];
  /** Members who may be moved in the network. */
  readonly distributors: [number, ...number[]];
  readonly codes: readonly [string, ...string[]];
  readonly unpaid: Order[];
  readonly paid: Order[];
  readonly deactivated: number[];
  readonly stockists: Stockist[];
  readonly payouts: { id: string; userId: number }[];
  people: number;
  cardPayments: number;
};

export type Context = Readonly<{ client: Client; journal: Journal; world: World; random: Random }>;
type Operation = (context: Context) => Promise<void>;

const nameOfStockist = {
  firstName: "New",
  lastName: "Stockist",
  cellNumber: "082 123 4567",
  company: "Corner Shop",
};
const addressSchema = z.object({ id: z.int() });
const orderSchema = z.object({ uuid: z.string(), total: z.int() });
const payoutSchema = z.object({ payoutId: z.string() });
const userSchema = z.object({ id: z.int() });

/** The kinds of commands with their relative frequency. */
const operations: readonly (readonly [weight: number, operation: Operation])[] = [
  [250, orderAsGuest],
  [60, orderAsMember],
  [210, recordEft],
  [100, payByCard],
  [50, refund],
  [30, cancel],
  [50, reassign],
  [40, payWithCredit],
  [40, convertToCredit],
  [30, requestPayout],
  [30, settlePayout],
  [40, enrol],
  [30, move],
  [10, uplift],
  [20, deactivateOrRestore],
  [10, enrolStockist],
  [20, changeTerms],
  [30, ship],
  [1, publishPlan],
];
const weightOfAll = operations.reduce((sum, [weight]) => sum + weight, 0);

export function pickOperation(random: Random): Operation {
  let left = random.between(1, weightOfAll);
  for (const [weight, operation] of operations) {
    left -= weight;
    if (left <= 0) return operation;
  }
  return orderAsGuest;
}

/** Sends a command with a new id until it is answered, and records it in the journal. */
async function give(
  { client, journal }: Context,
  procedure: string,
  input: object,
  person?: Person,
): Promise<unknown> {
  const commandId = randomUUID();
  const outcome = await client.call(procedure, { commandId, ...input }, { token: person?.token });
  journal.note(procedure, commandId, outcome);
  return outcome.kind === "done" ? outcome.data : null;
}

async function orderAsGuest(context: Context): Promise<void> {
  const { client, random, world } = context;
  const uniqueId = randomUUID();
  const address = await client.call("addresses.save", { ...recipient, uniqueId });
  if (address.kind !== "done") return;
  const quantity = random.between(1, 12);
  const placed = await give(context, "orders.save", {
    uniqueId,
    sections: [
      {
        addressId: addressSchema.parse(address.data).id,
        lines: [{ productId: bottle.id, quantity }],
      },
    ],
    deliveryService: "ECO",
    distributorCode: random.pick(world.codes),
  });
  if (placed) world.unpaid.push({ ...orderSchema.parse(placed), units: quantity });
}

async function orderAsMember(context: Context): Promise<void> {
  const { client, random, world } = context;
  const member = random.pick(world.members);
  const address = await client.call("addresses.save", recipient, { token: member.token });
  if (address.kind !== "done") return;
  const { id: addressId } = addressSchema.parse(address.data);
  const units = random.between(1, 4);
  const lines = [{ productId: bottle.id, quantity: units }];
  const placed = await give(
    context,
    "orders.save",
    { sections: [{ addressId, lines }], deliveryService: "ECO" },
    member,
  );
  if (!placed) return;
  const order = { ...orderSchema.parse(placed), units };
  if (random.chance(50)) await give(context, "orders.payWithCredit", { uuid: order.uuid }, member);
  world.unpaid.push(order);
}

async function recordEft(context: Context): Promise<void> {
  const { random, world } = context;
  const order = takeFrom(world.unpaid, random);
  if (!order) return orderAsGuest(context);
  const amount = random.chance(90) ? order.total : random.between(1, order.total);
  const receivedOn = shopDay();
  const input = { uuid: order.uuid, amount, reference: `slip ${order.uuid}`, receivedOn };
  const done = await give(context, "orders.recordEft", input, random.pick(world.admins));
  if (done) world.paid.push(order);
}

/** Notifies as the provider does: until the response is 200, and sometimes again. */
async function payByCard(context: Context): Promise<void> {
  const { client, journal, random, world } = context;
  const order = takeFrom(world.unpaid, random);
  if (!order) return orderAsGuest(context);
  world.cardPayments += 1;
  const paymentId = String(7_000_000 + world.cardPayments);
  const form = notificationOf(order, paymentId);
  const notifyPath = "/api/purchase/payfast-notify/";
  journal.notePayment(paymentId, order.uuid, await client.post(notifyPath, form));
  if (random.chance(20)) await client.post(notifyPath, form);
  world.paid.push(order);
}

function notificationOf({ uuid, total }: Order, paymentId: string): string {
  const fee = Math.round(total / 30);
  const encoded = encodeFields([
    ["m_payment_id", uuid],
    ["pf_payment_id", paymentId],
    ["payment_status", "COMPLETE"],
    ["item_name", "Order"],
    ["item_description", ""],
    ["amount_gross", decimalText(total)],
    ["amount_fee", `-${decimalText(fee)}`],
    ["amount_net", decimalText(total - fee)],
    ["merchant_id", merchant.id],
  ]);
  return `${encoded}&signature=${signNotification(encoded, merchant.passphrase)}`;
}

async function refund(context: Context): Promise<void> {
  const { random, world } = context;
  const order = takeFrom(world.paid, random);
  if (!order) return;
  const input = { uuid: order.uuid, amount: order.total, productAmount: order.total - 100_00 };
  const details = { units: order.units, method: random.pick(["card", "eft"]), reason: "Sent back" };
  await give(context, "orders.refund", { ...input, ...details }, random.pick(world.admins));
}

async function cancel(context: Context): Promise<void> {
  const { random, world } = context;
  const order = takeFrom(world.unpaid, random);
  if (!order) return;
  const input = { uuid: order.uuid, reason: "Ordered twice" };
  await give(context, "orders.cancel", input, random.pick(world.admins));
}

async function reassign(context: Context): Promise<void> {
  const { random, world } = context;
  const order = pickFrom(world.paid, random);
  if (!order) return;
  const sellerId = random.chance(10) ? null : random.pick(world.distributors);
  const input = { uuid: order.uuid, sellerId };
  await give(context, "orders.reassign", input, random.pick(world.admins));
}

async function payWithCredit(context: Context): Promise<void> {
  const { random, world } = context;
  await give(
    context,
    "wallet.convertToCredit",
    { amount: random.between(100, 50_00) },
    random.pick(world.members),
  );
  await orderAsMember(context);
}

async function convertToCredit(context: Context): Promise<void> {
  const { random, world } = context;
  const input = { amount: random.between(100, 50_00) };
  await give(context, "wallet.convertToCredit", input, random.pick(world.members));
}

async function requestPayout(context: Context): Promise<void> {
  const { random, world } = context;
  const member = random.pick(world.members);
  const request = await give(context, "wallet.requestPayout", {}, member);
  if (request) world.payouts.push({ id: payoutSchema.parse(request).payoutId, userId: member.id });
}

async function settlePayout(context: Context): Promise<void> {
  const { client, random, world } = context;
  const payout = takeFrom(world.payouts, random);
  if (!payout) return requestPayout(context);
  const [one, other] = world.admins;
  if (random.chance(25)) {
    const input = { id: payout.id, reason: "Please check the account" };
    await give(context, "payouts.reject", input, one);
    return;
  }
  // Required above the limit of second approval; below it this is refused and changes nothing.
  await client.call("payouts.approve", { id: payout.id }, { token: other.token });
  const paidOn = new Date().toISOString().slice(0, 10);
  await give(context, "payouts.markAsPaid", { id: payout.id, paidOn, confirmHold: true }, one);
}

async function enrol(context: Context): Promise<void> {
  const { random, world } = context;
  world.people += 1;
  const input = {
    role: "distributor",
    firstName: "New",
    lastName: "Member",
    email: `member${world.people}-${random.uuid()}@shop.test`,
    cellNumber: "082 123 4567",
    parentId: random.chance(30) ? null : random.pick(world.distributors),
  };
  const created = await give(context, "users.create", input, random.pick(world.admins));
  if (created) world.distributors.push(userSchema.parse(created).id);
}

async function move(context: Context): Promise<void> {
  const { random, world } = context;
  const input = { id: random.pick(world.distributors), parentId: random.pick(world.distributors) };
  await give(context, "users.moveDistributor", input, random.pick(world.admins));
}

async function uplift(context: Context): Promise<void> {
  const { random, world } = context;
  const input = { id: random.pick(world.distributors) };
  await give(context, "users.uplift", input, random.pick(world.admins));
}

async function deactivateOrRestore(context: Context): Promise<void> {
  const { random, world } = context;
  const gone = takeFrom(world.deactivated, random);
  const admin = random.pick(world.admins);
  if (gone !== null) {
    await give(context, "users.restore", { id: gone }, admin);
    return;
  }
  const id = random.pick(world.distributors);
  // Signed-in members are kept, or the rest of their commands would be refused.
  if (world.members.some((member) => member.id === id)) return;
  if (await give(context, "users.delete", { id }, admin)) world.deactivated.push(id);
}

async function enrolStockist(context: Context): Promise<void> {
  const { random, world } = context;
  world.people += 1;
  const email = `stockist${world.people}-${random.uuid()}@shop.test`;
  const input = {
    role: "stockist",
    ...nameOfStockist,
    email,
    stockistMargin: 25,
    distributorPercent: 10,
    companyAddress: "1 Road",
    vatNo: "4123456789",
    parentId: random.pick(world.distributors),
  };
  const created = await give(context, "users.create", input, random.pick(world.admins));
  if (created) world.stockists.push({ id: userSchema.parse(created).id, email });
}

async function changeTerms(context: Context): Promise<void> {
  const { random, world } = context;
  const stockist = pickFrom(world.stockists, random);
  if (!stockist) return enrolStockist(context);
  const terms = {
    stockistMargin: random.between(0, 40),
    distributorPercent: random.between(0, 20),
  };
  const input = { ...stockist, ...nameOfStockist, ...terms };
  await give(context, "users.update", input, random.pick(world.admins));
}

async function ship(context: Context): Promise<void> {
  const { random, world } = context;
  const order = pickFrom(world.paid, random);
  if (!order) return;
  await give(context, "courier.createShipment", { uuid: order.uuid }, random.pick(world.admins));
}

const simulationSchema = z.object({ id: z.string() });
const simulationStateSchema = z.object({ state: z.enum(["waiting", "ready", "failed"]) });

/** Simulates and publishes a plan as the office does. */
async function publishPlan(context: Context): Promise<void> {
  const { client, random, world } = context;
  const [{ token }] = world.admins;
  const plan = { ...defaultPlan, leader: random.between(1, 10) * 100 };
  const days = { from: "2025-12-01", to: "2025-12-31" };
  const requested = await client.call("commissionPlan.simulate", { plan, ...days }, { token });
  if (requested.kind !== "done") return;
  const { id } = simulationSchema.parse(requested.data);
  for (let look = 0; look < 60; look++) {
    const found = await client.call("commissionPlan.simulation", { id }, { token, isQuery: true });
    if (found.kind !== "done") return;
    if (simulationStateSchema.parse(found.data).state !== "waiting") break;
    await delay(1000);
  }
  await client.call("auth.confirmPassword", { password: demoPassword }, { token });
  const input = { simulationId: id, planHash: planHash(plan), publishOn: null };
  await give(
    context,
    "commissionPlan.publish",
    { ...input, acceptsShareBps: null },
    world.admins[0],
  );
}

function pickFrom<Item>(items: readonly Item[], random: Random): Item | null {
  return items[random.between(0, Math.max(0, items.length - 1))] ?? null;
}

/** Removes the item, so that most operations happen once per item. */
function takeFrom<Item>(items: Item[], random: Random): Item | null {
  return items.splice(random.between(0, Math.max(0, items.length - 1)), 1)[0] ?? null;
}
