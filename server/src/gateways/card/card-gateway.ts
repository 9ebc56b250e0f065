import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { StripeGateway } from "./stripe-gateway.ts";
import type { PayfastGateway } from "./payfast-gateway.ts";

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
  /** The origins to which browsers post card forms, for the content security policy. */
  formOrigins: readonly string[];
  /** The environment in which an order is paid; null if the provider does not support its currency. */
  environmentFor: (
    order: Readonly<{ live: boolean; currency: Currency }>,
  ) => CardEnvironment | null;
  /** Whether this installation has an account in that environment. */
  serves: (environment: CardEnvironment) => boolean;
  /**
   * The page where the order is paid. Nothing is paid by it.
   *
   * @throws DomainError order.card-unavailable where the provider had to be asked, and did not answer
   */
  start: (environment: CardEnvironment, order: PayableOrder) => Promise<CardForm>;
}>;

/** The providers of this installation. Which of them takes an order's payments follows from its currency. */
export type CardGateway = Readonly<{
  /** Of the provider of this shop's own orders. */
  mode: CardEnvironment;
  formOrigins: readonly string[];
  providerOf: (currency: Currency) => CardProvider | null;
  payfast: PayfastGateway | null;
  /** Takes pounds and dollars where it is set up. */
  stripe: StripeGateway | null;
}>;

/** The environment in which an order that is placed now is paid; null where it cannot be paid by card. */
export function environmentOf(
  { providerOf }: Pick<CardGateway, "providerOf">,
  order: Readonly<{ live: boolean; currency: Currency }>,
): CardEnvironment | null {
  return providerOf(order.currency)?.environmentFor(order) ?? null;
}

/** @throws where the region's orders have no provider */
export function cardGateway(
  region: Region,
  { payfast, stripe }: Pick<CardGateway, "payfast" | "stripe">,
): CardGateway {
  const abroad = stripe ?? payfast;
  const home = region === "za" ? payfast : abroad;
  if (home === null) throw new Error(`no card provider takes the payments of ${region}`);
  return {
    mode: home.mode,
    formOrigins: [...(payfast?.formOrigins ?? []), ...(stripe?.formOrigins ?? [])],
    providerOf: (currency) => (currency === "ZAR" ? payfast : abroad),
    payfast,
    stripe,
  };
}
