import type { Currency } from "@portal/shared/platform/money.ts";

/** The provider's page where a payment is made. The browser posts the fields to it; without any, it goes there. */
export type CardForm = {
  action: string;
  fields: { name: string; value: string }[];
};

export type PayableOrder = Readonly<{
  uuid: string;
  orderNumber: number;
  amount: number;
  currency: Currency;
  region: string;
  /** The URL of the pages to which the buyer returns: the shop's, or the portal's where the payment began there. */
  site: string;
}>;

/** The provider's environment in which a payment is made; it follows from the order, never from a request. */
export type CardEnvironment = "local" | "sandbox" | "live";

/** As shoppers and the office read it. */
export type CardProviderName = "PayFast" | "Stripe";

export type CardProvider = Readonly<{
  name: CardProviderName;
  /** The environment in which orders are paid unless they are test orders. */
  mode: CardEnvironment;
  /** The origins to which browsers post card forms and are redirected then, for the content security policy. */
  formOrigins: readonly string[];
  /** The environment in which an order is paid; null if the provider does not support its currency. */
  environmentFor: (
    order: Readonly<{ live: boolean; currency: Currency }>,
  ) => CardEnvironment | null;
  /** The least that can be paid by card, in minor units. */
  leastIn: (currency: Currency) => number;
  /** Whether this installation has an account in that environment. */
  serves: (environment: CardEnvironment) => boolean;
  /**
   * The page where the order is paid. Nothing is paid by it.
   *
   * @throws DomainError order.card-unavailable where the provider had to be asked, and did not answer,
   * order.too-little-for-card
   */
  start: (environment: CardEnvironment, order: PayableOrder) => Promise<CardForm>;
}>;
