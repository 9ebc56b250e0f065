import type { Currency } from "@portal/shared/platform/money.ts";

/** What the browser posts to the provider to start a payment. */
export type CardForm = {
  action: string;
  fields: { name: string; value: string }[];
};

export type PayableOrder = Readonly<{
  uuid: string;
  orderNumber: number;
  amount: number;
  region: string;
}>;

/** Which of the provider's worlds a payment belongs to; fixed by the order, never by a request. */
export type CardEnvironment = "local" | "sandbox" | "live";

/** What a notification has to agree with in one of the provider's worlds. */
export type CardWorld = Readonly<{
  merchantId: string;
  passphrase: string | null;
  /** Whether the provider sends from there. */
  isSource: (peerIp: string) => Promise<boolean>;
  /**
   * Asks the provider whether it really sent these fields.
   *
   * @throws when it does not answer; that is not a no.
   */
  confirm: (encodedFields: string) => Promise<boolean>;
}>;

/** How cards are paid, as this product sees it. */
export type CardGateway = Readonly<{
  /** The world of this installation: where orders are paid unless they are for tests. */
  mode: CardEnvironment;
  /** Where browsers post card forms to, as the page's policy has to name it. */
  formOrigins: readonly string[];
  /** Which world pays an order, or null where the provider does not take its currency. */
  environmentFor: (
    order: Readonly<{ live: boolean; currency: Currency }>,
  ) => CardEnvironment | null;
  /** Whether this installation has an account in that world. */
  serves: (environment: CardEnvironment) => boolean;
  form: (environment: CardEnvironment, order: PayableOrder) => CardForm;
  world: (environment: CardEnvironment) => CardWorld;
}>;
