import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import type { Caller } from "../../caller.ts";
import {
  amountFrom,
  encodeFields,
  isSameSignature,
  type NotificationBody,
  readNotificationBody,
  signNotification,
} from "../../gateways/card/payfast-fields.ts";
import type { CardWorld } from "../../gateways/card/card-gateway.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { NotificationCheck } from "../../platform/db/outside-tables.ts";
import { type Disks, isDatabaseFull } from "../../platform/files/disks.ts";
import { byteBudget } from "../../platform/rate-limit/rate-limits.ts";
import { type IncomingNotification, insertForged } from "./card-notification.store.ts";
import { findPayableOrder } from "./payment.actions.ts";

export type NotificationChecks = Readonly<{
  checks: readonly NotificationCheck[];
  /** What becomes of the notification, unless every check passed. */
  failure: Readonly<{ state: "parked" | "rejected"; reason: string }> | null;
}>;

const notConfirmed = "the provider did not send this notification";

/** Makes every check that we can make ourselves, and asks the provider only where they all pass. */
export async function checkNotification(
  body: NotificationBody,
  world: CardWorld,
  order: object | null,
  peerIp: string,
): Promise<NotificationChecks> {
  const own = ownChecks(body, world, order, { peerIp, isTheirs: await world.isSource(peerIp) });
  const checks = own.every(({ passed }) => passed) ? [...own, await confirmed(body, world)] : own;
  const failed = checks.filter(({ passed }) => !passed);
  // What can never become right weighs more than what may be right later.
  const first = failed.find((each) => !mayPassLater(each)) ?? failed[0];
  if (!first) return { checks, failure: null };
  const state = mayPassLater(first) ? "parked" : "rejected";
  return { checks, failure: { state, reason: first.reason ?? first.check } };
}

/** Whether somebody signed it who knows the passphrase of this world. */
function isSignedFor(
  { fields, signature }: NotificationBody,
  { passphrase }: Pick<CardWorld, "passphrase">,
): boolean {
  return signature !== null && isSameSignature(signNotification(fields, passphrase), signature);
}

function signatureProblem({ signature }: Pick<NotificationBody, "signature">): string {
  return signature === null ? "no signature" : "wrong signature";
}

function ownChecks(
  body: NotificationBody,
  world: CardWorld,
  order: object | null,
  { peerIp, isTheirs }: Readonly<{ peerIp: string; isTheirs: boolean }>,
): NotificationCheck[] {
  const checks = [
    verdict("signature", isSignedFor(body, world), signatureProblem(body)),
    verdict("source", isTheirs, `${peerIp} is not an address of the provider`),
    verdict("merchant", body.valueOf("merchant_id") === world.merchantId, "wrong merchant ID"),
    verdict("order", order !== null, "no order to pay by card"),
  ];
  if (!order) return checks;
  const gross = body.valueOf("amount_gross") ?? "";
  // Any amount: the money has moved. What does not fit the order is for the office to settle.
  const isMoney = (amountFrom(gross) ?? 0) > 0;
  return [...checks, verdict("amount", isMoney, `${gross} is not an amount`)];
}

/** A provider that cannot be reached has not said no. */
async function confirmed(body: NotificationBody, world: CardWorld): Promise<NotificationCheck> {
  try {
    const isTheirs = await world.confirm(encodeFields(body.fields));
    return verdict("confirmation", isTheirs, notConfirmed);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return verdict("confirmation", false, `the provider did not answer: ${why}`);
  }
}

/** Our list of addresses may be old, the order on its way, the provider silent. */
function mayPassLater({ check, reason }: NotificationCheck): boolean {
  if (check === "confirmation") return reason !== notConfirmed;
  return check === "source" || check === "order";
}

function verdict(
  check: NotificationCheck["check"],
  passed: boolean,
  reason: string,
): NotificationCheck {
  return { check, passed, reason: passed ? null : reason };
}

/** All of a genuine notification, which may be looked at again where the passphrase was wrong on our side. */
const beginningBytes = 2048;
const rowBytes = 300;
const bytesPerDayMax = 8 * 1024 ** 2;
const tellAfterMs = 10 * 60_000;

type Context = Pick<Caller, "db" | "log" | "now"> & Readonly<{ disks: Disks }>;

/**
 * Null: the provider may have written it, and it is kept whole. Else why it did not. The passphrase of a world for play is no
 * secret, so that one is asked only about an order that is paid there.
 */
export async function findForgery(
  context: Pick<Caller, "db" | "card">,
  raw: Uint8Array,
): Promise<string | null> {
  const { card } = context;
  const body = readNotificationBody(raw);
  if (typeof body === "string") return body;
  if (isSignedFor(body, card.world(card.mode))) return null;
  const others = (["live", "sandbox", "local"] as const).filter(
    (world) => world !== card.mode && card.serves(world) && isSignedFor(body, card.world(world)),
  );
  const named = orderIdSchema.safeParse(body.valueOf("m_payment_id")).data;
  const order = others.length > 0 && named ? await findPayableOrder(context, named) : null;
  const world = order?.cardEnvironment;
  return world && others.includes(world) ? null : signatureProblem(body);
}

/**
 * Notifications that nobody of the provider signed. Anybody can post them, so that of each the digest and the beginning are
 * kept and no more than so many bytes a day, none where the disk is nearly full, and an entry of the audit counts them.
 */
export function keepForgeries(
  context: Context,
  { bytesPerDay = bytesPerDayMax }: Readonly<{ bytesPerDay?: number }> = {},
) {
  const { db, log, now, disks } = context;
  const budget = byteBudget(db, { key: "bytes of forged notifications", bytesPerDay, now });
  const counted = { came: 0, kept: 0 };
  let timer: NodeJS.Timeout | null = null;

  async function tell(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (counted.came === 0) return;
    const details = { ...counted };
    Object.assign(counted, { came: 0, kept: 0 });
    log.warn(details, "card notifications had a wrong signature");
    const nobody = { user: null, impersonatedById: null, now };
    await insertAudit(db, nobody, { action: "card-notification.forged", details });
  }

  return {
    /** @returns false where it is only counted */
    async keep(notification: IncomingNotification, reason: string): Promise<boolean> {
      counted.came += 1;
      timer ??= setTimeout(() => {
        tell().catch((error: unknown) => log.warn({ err: error }, "forgeries were not told of"));
      }, tellAfterMs).unref();
      const raw = notification.raw.subarray(0, beginningBytes);
      if (await isDatabaseFull(disks)) return false;
      if (!(await budget.spend(raw.length + rowBytes))) return false;
      await insertForged(db, { ...notification, raw, headers: {} }, { reason, ...factsIn(raw) });
      counted.kept += 1;
      return true;
    },
    tell,
  };
}

/** What it says of itself, to be found by. */
function factsIn(raw: Uint8Array) {
  const body = readNotificationBody(raw);
  const valueOf = (name: string) => (typeof body === "string" ? null : body.valueOf(name));
  return {
    pfPaymentId: valueOf("pf_payment_id")?.slice(0, 100) ?? null,
    paymentStatus: valueOf("payment_status")?.slice(0, 20) ?? null,
    orderId: orderIdSchema.safeParse(valueOf("m_payment_id")).data ?? null,
  };
}
