import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { CardEnvironment, CardProvider } from "./card-provider.ts";
import type { StripeGateway } from "./stripe-gateway.ts";
import type { PayfastGateway } from "./payfast-gateway.ts";

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
