import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import type { Caller } from "../../caller.ts";
import {
  amountFrom,
  type NotificationBody,
  readNotificationBody,
  signNotification,
} from "../../gateways/card/payfast-fields.ts";
import { isSecret } from "../../platform/secrets.ts";
import type { PayfastGateway, PayfastWorld } from "../../gateways/card/payfast-gateway.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { NotificationCheck } from "../../platform/db/outside-tables.ts";
import { type Disks, isDatabaseFull } from "../../platform/files/disks.ts";
import { byteBudget } from "../../platform/rate-limit/rate-limits.ts";
import {
  type IncomingNotification,
  insertForged,
  type StoredNotification,
} from "./card-notification.store.ts";
import { findPayableOrder } from "./payment.actions.ts";

type NotificationChecks = Readonly<{
  checks: readonly NotificationCheck[];
  /** The provider says that it sent these bytes, now or at an earlier check. */
  isConfirmed: boolean;
  /** Null where every check passed. */
  failure: Readonly<{ state: "parked" | "rejected"; reason: string }> | null;
}>;

const notConfirmed = "the provider did not send this notification";

/** What is known before the checks, and what the office has said. */
export type BeforeChecks = Pick<StoredNotification, "peerIp" | "confirmedAt" | "checks"> &
  Readonly<{ acceptsAddress: boolean }>;

/**
 * Makes all local checks, and asks the provider for confirmation where the sender or the signature is right: the passphrase in
 * our settings may be the wrong one, the provider may send from a new address, and the office has to know of money that moved
 * and cannot be recorded.
 */
export async function checkNotification(
  body: NotificationBody,
  world: PayfastWorld,
  order: object | null,
  before: BeforeChecks,
): Promise<NotificationChecks> {
  const isFromThem = await world.isSource(before.peerIp);
  const isSigned = isSignedFor(body, world) || wasSignedFor(before.checks, body, world);
  const source = sourceOf(before, isFromThem);
  const own = ownChecks(body, world, order, { isSigned, source });
  const confirm = () =>
    before.confirmedAt === null ? confirmed(body, world) : verdict("confirmation", true, "");
  const mayBeTheirs = isFromThem || isSigned;
  const checks = mayBeTheirs ? [...own, await confirm()] : own;
  const isConfirmed = checks.some(({ check, passed }) => check === "confirmation" && passed);
  const failed = checks.filter(({ passed }) => !passed);
  // A permanent failure takes precedence over one that may pass later.
  const first = failed.find((each) => !mayPassLater(each)) ?? failed[0];
  if (!first) return { checks, isConfirmed, failure: null };
  // Until the provider has answered, nobody knows whether money moved.
  const isOpen =
    mayBeTheirs && !isConfirmed && failed.every((each) => each.reason !== notConfirmed);
  const state = mayPassLater(first) || isOpen ? "parked" : "rejected";
  const isNewAddress = isConfirmed && failed.length === 1 && first.check === "source";
  const reason = `${first.reason ?? first.check}${isNewAddress ? `, but ${confirmedWords}` : ""}`;
  return { checks, isConfirmed, failure: { state, reason } };
}

const confirmedWords = "the provider confirms the payment: accept the address if you expect it";

function sourceOf(
  { peerIp, acceptsAddress }: BeforeChecks,
  isFromThem: boolean,
): NotificationCheck {
  const reason = `${peerIp} is not an address of the provider`;
  return acceptsAddress && !isFromThem
    ? { check: "source", passed: true, reason: `${reason}, and was accepted` }
    : verdict("source", isFromThem, reason);
}

/**
 * Whether it was signed with the passphrase of then, which may have been replaced. The same account is the same environment:
 * the passphrase of the public sandbox is no secret.
 */
function wasSignedFor(
  checks: readonly NotificationCheck[],
  body: NotificationBody,
  { merchantId }: PayfastWorld,
): boolean {
  const hadPassed = (name: NotificationCheck["check"]) =>
    checks.some(({ check, passed }) => check === name && passed);
  return (
    hadPassed("signature") && hadPassed("merchant") && body.valueOf("merchant_id") === merchantId
  );
}

/** Whether it is signed with the passphrase of this environment. */
function isSignedFor(
  { encoded, signature }: NotificationBody,
  { passphrase }: Pick<PayfastWorld, "passphrase">,
): boolean {
  return signature !== null && isSecret(signature, signNotification(encoded, passphrase));
}

function signatureProblem({ signature }: Pick<NotificationBody, "signature">): string {
  return signature === null ? "no signature" : "wrong signature";
}

function ownChecks(
  body: NotificationBody,
  world: PayfastWorld,
  order: object | null,
  { isSigned, source }: Readonly<{ isSigned: boolean; source: NotificationCheck }>,
): NotificationCheck[] {
  const checks = [
    verdict("signature", isSigned, signatureProblem(body)),
    source,
    verdict("merchant", body.valueOf("merchant_id") === world.merchantId, "wrong merchant ID"),
    verdict("order", order !== null, "no order to pay by card"),
  ];
  if (!order) return checks;
  const gross = body.valueOf("amount_gross") ?? "";
  // Any amount, because the money has moved; the office settles one that differs from the amount due.
  const isMoney = (amountFrom(gross) ?? 0) > 0;
  return [...checks, verdict("amount", isMoney, `${gross} is not an amount`)];
}

/** A provider that cannot be reached is another failure than one that denies the notification. */
async function confirmed(body: NotificationBody, world: PayfastWorld): Promise<NotificationCheck> {
  try {
    const isTheirs = await world.confirm(body.encoded);
    return verdict("confirmation", isTheirs, notConfirmed);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return verdict("confirmation", false, `the provider did not answer: ${why}`);
  }
}

/** The list of source addresses may be out of date, the order not placed yet, the provider down. */
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

/** Enough for a genuine notification, which can be replayed if the passphrase of the settings was wrong. */
const beginningBytes = 2048;
const rowBytes = 300;
const bytesPerDayMax = 8 * 1024 ** 2;
const reportAfterMs = 10 * 60_000;

type Context = Pick<Caller, "db" | "log" | "now"> & Readonly<{ disks: Disks }>;

/**
 * Why a notification is forged; null where it may come from the provider, and is stored whole: it has the signature, or comes
 * from the provider's address. The passphrase of a test environment is public, so it is accepted only for an order that is
 * paid there.
 */
export async function findForgery(
  context: Pick<Caller, "db" | "card">,
  payfast: PayfastGateway,
  { raw, peerIp }: Pick<IncomingNotification, "raw" | "peerIp">,
): Promise<string | null> {
  const body = readNotificationBody(raw);
  if (typeof body === "string") return body;
  const ours = payfast.world(payfast.mode);
  if (isSignedFor(body, ours) || (await ours.isSource(peerIp))) return null;
  const others = (["live", "sandbox", "local"] as const).filter(
    (world) =>
      world !== payfast.mode && payfast.serves(world) && isSignedFor(body, payfast.world(world)),
  );
  const named = orderIdSchema.safeParse(body.valueOf("m_payment_id")).data;
  const order = others.length > 0 && named ? await findPayableOrder(context, named) : null;
  const world = order?.cardEnvironment;
  return world && others.includes(world) ? null : signatureProblem(body);
}

/**
 * Stores notifications without a valid signature, for the office to look at. The endpoint is public, so only the digest
 * and the beginning of each are stored, up to a number of bytes per day, and none where the disk is nearly full. One
 * audit entry counts those of some minutes.
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
    const actor = { user: null, impersonatedById: null, now };
    await insertAudit(db, actor, { action: "card-notification.forged", details });
  }

  return {
    /** @returns false where it is counted but not stored */
    async keep(notification: IncomingNotification, reason: string): Promise<boolean> {
      counted.came += 1;
      timer ??= setTimeout(() => {
        tell().catch((error: unknown) => log.warn({ err: error }, "forgeries were not audited"));
      }, reportAfterMs).unref();
      const raw = notification.raw.subarray(0, beginningBytes);
      if (await isDatabaseFull(disks)) return false;
      if (!(await budget.spend(raw.length + rowBytes))) return false;
      const facts = notification.provider === "payfast" ? factsIn(raw) : noFacts;
      await insertForged(db, { ...notification, raw, headers: {} }, reason, facts);
      counted.kept += 1;
      return true;
    },
    tell,
  };
}

const noFacts = { pfPaymentId: null, paymentStatus: null, orderId: null } as const;

/** The unverified fields that it can be found by. */
function factsIn(raw: Uint8Array) {
  const body = readNotificationBody(raw);
  const valueOf = (name: string) => (typeof body === "string" ? null : body.valueOf(name));
  return {
    pfPaymentId: valueOf("pf_payment_id")?.slice(0, 100) ?? null,
    paymentStatus: valueOf("payment_status")?.slice(0, 20) ?? null,
    orderId: orderIdSchema.safeParse(valueOf("m_payment_id")).data ?? null,
  };
}
