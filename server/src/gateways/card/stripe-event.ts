import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import { type Currency, currencies } from "@portal/shared/platform/money.ts";
import { z } from "zod";

/** What an event of Stripe says, as far as this shop acts on it. Amounts in minor units. */
export type StripeEvent = Readonly<{
  id: string;
  type: string;
  livemode: boolean;
  /** Where the event is about an account connected to ours; null for our own. */
  account: string | null;
  said: StripeFact;
}>;

type Money = Readonly<{
  amount: number;
  /** As Stripe writes it, in capitals. */
  currencyCode: string;
  /** Null for one that no shop has. */
  currency: Currency | null;
}>;

export type StripeFact =
  | (Readonly<{
      kind: "session";
      sessionId: string;
      outcome: "paid" | "pending" | "failed" | "expired";
      orderId: string | null;
      paymentId: string | null;
    }> &
      Money)
  | Readonly<{ kind: "refused-card"; orderId: string | null; paymentId: string }>
  | (Readonly<{ kind: "refund"; refundId: string; paymentId: string | null; failed: boolean }> &
      Money)
  | (Readonly<{
      kind: "dispute";
      disputeId: string;
      paymentId: string | null;
      outcome: "open" | "lost" | "won";
      /** The provider's word, such as `fraudulent`. */
      reason: string;
      /** When the answer has to be there, in seconds since 1970. */
      dueBy: number | null;
    }> &
      Money)
  /** Said by another event, or of no money. */
  | Readonly<{ kind: "note"; note: string }>
  | Readonly<{ kind: "unknown" }>;

/** Whatever Stripe adds to its objects is ignored; what the shop acts on is checked strictly. */
const id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_\\w{1,90}$`));
const reference = (prefix: string) =>
  z.union([id(prefix), z.object({ id: id(prefix) }).transform((whole) => whole.id)]);
const minor = z.int().min(0).max(99_999_999_999);
const currencyCode = z
  .string()
  .regex(/^[a-z]{3}$/i)
  .transform((code) => code.toUpperCase());
const seconds = z.int().min(0).max(99_999_999_999);
/** The buyer's browser can set the reference of a payment link, and nobody but us the metadata. */
const metadata = z.object({ order_id: z.string().optional() }).nullish();

const envelope = z.object({
  id: id("evt"),
  object: z.literal("event"),
  type: z.string().regex(/^[a-z0-9_.]{1,100}$/),
  livemode: z.boolean(),
  account: id("acct").nullish(),
  data: z.object({ object: z.unknown() }),
});

const session = z.object({
  id: id("cs"),
  client_reference_id: z.string().nullish(),
  metadata,
  amount_total: minor.nullable(),
  currency: currencyCode.nullable(),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  payment_intent: reference("pi").nullish(),
});
const paymentIntent = z.object({ id: id("pi"), metadata });
const refund = z.object({
  id: id("(?:re|pyr)"),
  amount: minor,
  currency: currencyCode,
  status: z.string().max(40).nullish(),
  payment_intent: reference("pi").nullish(),
});
const dispute = z.object({
  id: id("(?:dp|du|pdp)"),
  amount: minor,
  currency: currencyCode,
  status: z.string().max(40),
  reason: z.string().regex(/^[a-z_]{1,60}$/),
  payment_intent: reference("pi").nullish(),
  evidence_details: z.object({ due_by: seconds.nullish() }).nullish(),
});

/** Parses the bytes of a webhook. @returns the reason as text if they are no event */
export function readStripeEvent(raw: Uint8Array): StripeEvent | string {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
  } catch {
    return "the body is not JSON";
  }
  const read = envelope.safeParse(json);
  if (!read.success) return "the body is not an event";
  const { type, livemode, account, data } = read.data;
  const said = factOf(type, data.object);
  if (typeof said === "string") return said;
  return { id: read.data.id, type, livemode, account: account ?? null, said };
}

/** Said by other events as well, or of nothing that the shop has to record. */
const notes: readonly (readonly [RegExp, string])[] = [
  [/^charge\.refunded$/, "refund.created tells of each refund"],
  [/^charge\.refund\.updated$/, "told by refund.updated"],
  [/^charge\.dispute\.(?:updated|funds_withdrawn|funds_reinstated)$/, "told by the dispute's end"],
  [/^charge\.(?:succeeded|failed|updated|captured|pending|expired)$/, "told by its page"],
  [/^payment_intent\./, "told by its page"],
  [/^(?:payout|balance|balance_settings|topup)\./, "told by the payout report"],
  [
    /^(?:customer|payment_method|price|product|account|capability|person|reporting|review|radar|mandate|setup_intent|application)\./,
    "of no payment",
  ],
];

function factOf(type: string, object: unknown): StripeFact | string {
  const unreadable = `the ${type} cannot be read`;
  const outcome = outcomeOf(type);
  if (outcome !== null) {
    const read = session.safeParse(object);
    return read.success ? sessionFact(outcome, read.data) : unreadable;
  }
  if (type === "payment_intent.payment_failed") {
    const read = paymentIntent.safeParse(object);
    if (!read.success) return unreadable;
    const orderId = orderIdSchema.safeParse(read.data.metadata?.order_id).data ?? null;
    return { kind: "refused-card", orderId, paymentId: read.data.id };
  }
  if (/^refund\.(?:created|updated|failed)$/.test(type)) {
    const read = refund.safeParse(object);
    return read.success ? refundFact(read.data) : unreadable;
  }
  if (type === "charge.dispute.created" || type === "charge.dispute.closed") {
    const read = dispute.safeParse(object);
    return read.success ? disputeFact(read.data) : unreadable;
  }
  const note = notes.find(([pattern]) => pattern.test(type))?.[1];
  return note === undefined ? { kind: "unknown" } : { kind: "note", note: `${type}: ${note}` };
}

type Outcome = "paid" | "pending" | "failed" | "expired";

function outcomeOf(type: string): Outcome | null {
  switch (type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return "paid";
    case "checkout.session.async_payment_failed":
      return "failed";
    case "checkout.session.expired":
      return "expired";
    default:
      return null;
  }
}

function sessionFact(outcome: Outcome, of: z.infer<typeof session>): StripeFact {
  const ownId = orderIdSchema.safeParse(of.metadata?.order_id).data ?? null;
  const isUnpaid = outcome === "paid" && of.payment_status !== "paid";
  return {
    kind: "session",
    sessionId: of.id,
    outcome: isUnpaid ? "pending" : outcome,
    // A reference alone is not enough: whoever pays may have set it.
    orderId: ownId !== null && of.client_reference_id === ownId ? ownId : null,
    paymentId: of.payment_intent ?? null,
    ...moneyOf(of.amount_total ?? 0, of.currency ?? ""),
  };
}

function refundFact(of: z.infer<typeof refund>): StripeFact {
  return {
    kind: "refund",
    refundId: of.id,
    paymentId: of.payment_intent ?? null,
    failed: of.status === "failed" || of.status === "canceled",
    ...moneyOf(of.amount, of.currency),
  };
}

function disputeFact(of: z.infer<typeof dispute>): StripeFact {
  const isWon = /^(?:won|warning_closed|prevented)$/.test(of.status);
  return {
    kind: "dispute",
    disputeId: of.id,
    paymentId: of.payment_intent ?? null,
    outcome: of.status === "lost" ? "lost" : isWon ? "won" : "open",
    reason: of.reason,
    dueBy: of.evidence_details?.due_by ?? null,
    ...moneyOf(of.amount, of.currency),
  };
}

function moneyOf(amount: number, code: string): Money {
  const currency = currencies.find((each) => each === code) ?? null;
  return { amount, currencyCode: code, currency };
}
