import type { NotificationCheck } from "../../platform/db/outside-tables.ts";
import { amountFrom } from "../../gateways/card/card-amount.ts";
import type { CardWorld } from "../../gateways/card/card-gateway.ts";
import type { NotificationBody } from "../../gateways/card/notification-body.ts";
import {
  encodeFields,
  isSameSignature,
  signNotification,
} from "../../gateways/card/payfast-signature.ts";

export type NotificationChecks = Readonly<{
  checks: readonly NotificationCheck[];
  /** What becomes of the notification, unless every check passed. */
  failure: Readonly<{ state: "parked" | "rejected"; reason: string }> | null;
}>;

const notConfirmed = "the provider says that it did not send this";

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
export function isSignedFor(
  { fields, signature }: NotificationBody,
  { passphrase }: Pick<CardWorld, "passphrase">,
): boolean {
  return signature !== null && isSameSignature(signNotification(fields, passphrase), signature);
}

export function signatureProblem({ signature }: Pick<NotificationBody, "signature">): string {
  return signature === null ? "there is no signature" : "the signature is wrong";
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
    verdict("merchant", body.valueOf("merchant_id") === world.merchantId, "the merchant is not us"),
    verdict("order", order !== null, "there is no such order for a card"),
  ];
  if (!order) return checks;
  const gross = body.valueOf("amount_gross") ?? "";
  // Any amount: the money has moved. What does not fit the order is for the office to settle.
  const isMoney = (amountFrom(gross) ?? 0) > 0;
  return [...checks, verdict("amount", isMoney, `the amount ${gross} is no amount of money`)];
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
