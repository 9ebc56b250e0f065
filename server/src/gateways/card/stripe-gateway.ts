import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { orderReference } from "@portal/shared/platform/order-reference.ts";
import { Stripe } from "stripe";
import type { Log } from "../../platform/log.ts";
import type { Database } from "../../platform/db/database.ts";
import type { CardEnvironment, CardProvider, PayableOrder } from "./card-provider.ts";
import {
  type CardSession,
  endSession,
  findLastSession,
  insertSession,
  saveSessionId,
} from "./card-session.store.ts";

export type StripeOptions = Readonly<{
  mode: CardEnvironment;
  secretKey: string;
  webhookSecret: string;
  /** Null for Stripe itself. */
  baseUrl: (() => string) | null;
  db: Database;
  log: Log;
  now: () => string;
}>;

type SignedBody = Readonly<{
  raw: Uint8Array;
  /** The header `stripe-signature`. */
  signature: string | undefined;
  receivedAt: string;
}>;

export type StripeGateway = CardProvider &
  Readonly<{
    /** Whether these bytes were signed with the secret of our endpoint, not long before they came. */
    isSigned: (sent: SignedBody) => boolean;
    /** What Stripe keeps of a payment, in minor units; null where it does not say it at once, or in another currency. */
    feeOf: (paymentId: string, currency: Currency) => Promise<number | null>;
    /**
     * Lets nobody pay on a page any more. Where it was paid meanwhile, it stays open until its notification is recorded.
     *
     * @throws where Stripe does not answer
     */
    close: (session: CardSession) => Promise<void>;
  }>;

/** What Stripe's own libraries allow between the signature and the receipt; later ones are replays. */
const toleranceSeconds = 300;
/** After it nothing is paid on a page that somebody left open. */
const sessionMinutes = 60;
const leastMinutesByStripe = 30;
/** A page that is about to expire is not shown again. */
const leastMinutes = 10;
const timeoutMs = 10_000;
/** As Stripe publishes it. Of an account that is settled in another currency, it asks for as much of that one. */
const least: Readonly<Record<Currency, number>> = { ZAR: 0, GBP: 30, USD: 50 };
/** The buyer waits for the payment to be recorded, and the fee is in the settlement as well. */
const feeOptions = { timeout: 3000, maxNetworkRetries: 0 } as const;

/**
 * Stripe's hosted Checkout. An order has one page at a time on which it can be paid: another press leads to the same page,
 * and one that asks for another amount is closed before the next is opened.
 */
export function stripeGateway(options: StripeOptions): StripeGateway {
  const { mode, db, log, now } = options;
  const client = clientOnce(options);
  const serves = (environment: CardEnvironment) => environment === mode;

  /** With the same key and the same parameters Stripe answers the same page, whoever asks and however often. */
  async function create(session: CardSession, orderNumber: number) {
    const { orderId, attempt, site } = session;
    const itsOrder = { order_id: orderId };
    const name = `Order ${orderReference(orderNumber)}`;
    const amount = { currency: session.currency.toLowerCase(), unit_amount: session.amount };
    const created = await client().checkout.sessions.create(
      {
        mode: "payment",
        // Others are paid days later, and a page can charge in another currency than the order's.
        allowed_payment_method_types: ["card"],
        adaptive_pricing: { enabled: false },
        client_reference_id: orderId,
        metadata: itsOrder,
        payment_intent_data: { description: name, metadata: itsOrder },
        line_items: [{ quantity: 1, price_data: { ...amount, product_data: { name } } }],
        success_url: `${site}/orders/pay/${orderId}/stripe-success`,
        cancel_url: `${site}/orders/pay/${orderId}`,
        expires_at: Math.floor(Date.parse(session.expiresAt) / 1000),
      },
      { idempotencyKey: `${orderId}:${session.amount}:${attempt}` },
    );
    await saveSessionId(db, session, created.id);
    return created;
  }

  /** @returns the page as Stripe has it now; null where nobody can know its address */
  async function ask(session: CardSession, orderNumber: number) {
    const left = minutesLeft(session, now());
    if (session.environment !== mode || left <= 0) return null;
    if (session.sessionId === null)
      return left > leastMinutesByStripe ? create(session, orderNumber) : null;
    try {
      return await client().checkout.sessions.retrieve(session.sessionId);
    } catch (error) {
      // It belongs to the account that the settings named before.
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function expire(sessionId: string) {
    try {
      return await client().checkout.sessions.expire(sessionId);
    } catch (error) {
      // It is refused where it was paid or has expired meanwhile.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      return client().checkout.sessions.retrieve(sessionId);
    }
  }

  async function pageOf(order: PayableOrder): Promise<string> {
    const { open, nextAttempt } = await findLastSession(db, order.uuid);
    if (open !== null) {
      let page = await ask(open, order.orderNumber);
      if (page?.status === "open") {
        if (isFor(open, order) && minutesLeft(open, now()) > leastMinutes && page.url)
          return page.url;
        page = await expire(page.id);
      }
      // Paid: its notification is on the way, and the page that waits for it asks for nothing.
      if (page?.status === "complete" && page.success_url) return page.success_url;
      await endSession(db, open, now());
    }
    const { uuid: orderId, amount, currency, site } = order;
    const expiresAt = new Date(Date.parse(now()) + sessionMinutes * 60_000).toISOString();
    const asked = { environment: mode, amount, currency, site, expiresAt };
    await insertSession(db, { orderId, attempt: nextAttempt, ...asked });
    const { open: begun } = await findLastSession(db, orderId);
    if (begun === null || !isFor(begun, order)) return pageOf(order);
    const page = await ask(begun, order.orderNumber);
    if (!page?.url) throw new Error(`Stripe opened no page for order ${orderId}`);
    return page.url;
  }

  return {
    name: "Stripe",
    mode,
    // The browser goes there by its address, so nothing is posted.
    formOrigins: [],
    leastIn: (currency) => least[currency],
    serves,
    environmentFor({ live, currency }) {
      if (currency === "ZAR") return null;
      return mode === "live" && !live ? null : mode;
    },
    async start(environment, order) {
      if (!serves(environment))
        throw new Error(`orders of ${environment} cannot be paid while STRIPE_MODE is ${mode}`);
      try {
        return { action: await pageOf(order), fields: [] };
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        const { type, code, requestId } = error;
        if (code === "amount_too_small") throw new DomainError("order.too-little-for-card");
        log.warn({ type, code, requestId }, "Stripe opened no page for a payment");
        throw new DomainError("order.card-unavailable");
      }
    },
    isSigned: (sent) => isSigned(sent, options.webhookSecret),
    async feeOf(paymentId, currency) {
      try {
        const expand = ["latest_charge.balance_transaction"];
        const paid = await client().paymentIntents.retrieve(paymentId, { expand }, feeOptions);
        return feeIn(paid, currency);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        const { type, code, requestId } = error;
        log.warn({ type, code, requestId }, "Stripe did not say what it keeps of a payment");
        return null;
      }
    },
    async close(session) {
      const isOver = session.expiresAt <= now() || session.environment !== mode;
      if (!isOver && session.sessionId !== null) {
        const { status } = await expire(session.sessionId);
        if (status === "complete") return;
      }
      await endSession(db, session, now());
    },
  };
}

/** Made at the first call, because the server knows its own address only once it listens. */
function clientOnce({ secretKey, baseUrl }: StripeOptions): () => Stripe {
  let made: Stripe | null = null;
  return () => (made ??= new Stripe(secretKey, { ...hostOf(baseUrl), ...clientOptions }));
}

const clientOptions = { timeout: timeoutMs, maxNetworkRetries: 2, telemetry: false } as const;

function hostOf(baseUrl: StripeOptions["baseUrl"]) {
  if (baseUrl === null) return {};
  const { protocol, hostname: host, port } = new URL(baseUrl());
  return protocol === "https:"
    ? { protocol: "https" as const, host, port: port || 443 }
    : { protocol: "http" as const, host, port: port || 80 };
}

/** Stripe settles in the currency of our account there, which may be another one. */
function feeIn({ latest_charge: charge }: Stripe.PaymentIntent, currency: Currency): number | null {
  if (typeof charge !== "object" || typeof charge?.balance_transaction !== "object") return null;
  const settled = charge.balance_transaction;
  return settled?.currency === currency.toLowerCase() ? settled.fee : null;
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing"
  );
}

function isFor(session: CardSession, { amount, currency, site }: PayableOrder): boolean {
  return session.amount === amount && session.currency === currency && session.site === site;
}

function minutesLeft({ expiresAt }: CardSession, now: string): number {
  return (Date.parse(expiresAt) - Date.parse(now)) / 60_000;
}

function isSigned({ raw, signature, receivedAt }: SignedBody, secret: string): boolean {
  if (signature === undefined) return false;
  try {
    return Boolean(
      Stripe.webhooks.signature?.verifyHeader(
        raw,
        signature,
        secret,
        toleranceSeconds,
        undefined,
        Date.parse(receivedAt),
      ),
    );
  } catch {
    // It throws what is no signature, and other errors for what is no header of one.
    return false;
  }
}
