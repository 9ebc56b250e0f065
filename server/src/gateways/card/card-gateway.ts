import type { Currency } from "@portal/shared/money.ts";

/** What the browser posts to the provider to start a payment. */
export type CardForm = Readonly<{
  action: string;
  fields: readonly { name: string; value: string }[];
}>;

export type PayableOrder = Readonly<{
  uuid: string;
  orderNumber: number;
  amount: number;
  currency: Currency;
  region: string;
}>;

/** Which of the provider's two worlds a payment belongs to; fixed by the order, never by a request. */
export type CardEnvironment = "local" | "sandbox" | "live";

/** How cards are paid, as this product sees it. */
export type CardGateway = Readonly<{
  /** The environment that pays an order, or null where the provider does not take its currency. */
  environmentOf: (order: Readonly<{ live: boolean; currency: Currency }>) => CardEnvironment | null;
  form: (environment: CardEnvironment, order: PayableOrder) => CardForm;
}>;
