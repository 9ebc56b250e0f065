import type { Currency } from "@portal/shared/platform/money.ts";
import { addressesOfHosts, addressRanges, type ResolveHost } from "./payfast-addresses.ts";
import { amountText, type Field, signForm } from "./payfast-fields.ts";

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

export type PayfastOptions = Readonly<{
  mode: CardEnvironment;
  merchantId: string;
  merchantKey: string;
  passphrase: string | null;
  /** Null: the stand-in in this server. */
  baseUrl: string | null;
  allowedCidrs: readonly string[];
  /** Hosts of the provider, whose addresses may send as well, as DNS has them by now. */
  sourceHosts: readonly string[];
  resolveHost: ResolveHost;
  /** Where the browser finds this shop. */
  publicUrl: string;
  /** Where this server finds itself, for asking its own stand-in. */
  ownUrl: () => string;
}>;

/** The public account of the provider's sandbox, for orders of test people in a live shop. */
const publicSandbox = {
  merchantId: "10000100",
  merchantKey: "46f0cd694581a",
  passphrase: "jt7NOE43FZPn",
  baseUrl: "https://sandbox.payfast.co.za",
} as const;

const confirmTimeoutMs = 10_000;

export function payfastGateway(options: PayfastOptions): CardGateway {
  const { mode } = options;
  const isInRange = addressRanges(options.allowedCidrs);
  const isOfHost = addressesOfHosts(options.sourceHosts, { resolve: options.resolveHost });
  const isSource = async (peerIp: string) => isInRange(peerIp) || isOfHost(peerIp);

  // A live shop pays its test orders in the sandbox; nothing else is ever mixed.
  const serves = (environment: CardEnvironment) =>
    environment === mode || (mode === "live" && environment === "sandbox");

  function merchantOf(environment: CardEnvironment) {
    if (environment === mode) return options;
    if (serves(environment)) return publicSandbox;
    throw new Error(`orders of ${environment} cannot be paid while PAYFAST_MODE is ${mode}`);
  }

  function pathsOf(environment: CardEnvironment): { process: string; validate: string } {
    const { baseUrl } = merchantOf(environment);
    if (baseUrl !== null)
      return { process: `${baseUrl}/eng/process`, validate: `${baseUrl}/eng/query/validate` };
    return {
      process: `${options.publicUrl}/sandbox/payfast/process`,
      validate: `${options.ownUrl()}/sandbox/payfast/query/validate`,
    };
  }

  return {
    mode,
    formOrigins: (["local", "sandbox", "live"] as const)
      .filter(serves)
      .map((environment) => new URL(pathsOf(environment).process).origin),
    serves,
    environmentFor({ live, currency }) {
      if (mode === "local") return "local";
      if (currency !== "ZAR") return null;
      return mode === "live" && live ? "live" : "sandbox";
    },
    form(environment, order): CardForm {
      const merchant = merchantOf(environment);
      const fields = formFields(merchant, order, options.publicUrl);
      const signed: Field[] = [...fields, ["signature", signForm(fields, merchant.passphrase)]];
      return {
        action: pathsOf(environment).process,
        fields: signed.map(([name, value]) => ({ name, value })),
      };
    },
    world(environment): CardWorld {
      const { merchantId, passphrase } = merchantOf(environment);
      return {
        merchantId,
        passphrase,
        isSource,
        confirm: (encoded) => confirm(pathsOf(environment).validate, encoded),
      };
    },
  };
}

/** In the order of the provider's manual, which is the order of the signature. */
function formFields(
  { merchantId, merchantKey }: Readonly<{ merchantId: string; merchantKey: string }>,
  { uuid, orderNumber, amount, region }: PayableOrder,
  publicUrl: string,
): Field[] {
  return [
    ["merchant_id", merchantId],
    ["merchant_key", merchantKey],
    ["return_url", `${publicUrl}/orders/pay/${uuid}/payfast-success`],
    ["cancel_url", `${publicUrl}/orders/pay/${uuid}`],
    ["notify_url", `${publicUrl}/api/purchase/payfast-notify/`],
    ["m_payment_id", uuid],
    ["amount", amountText(amount)],
    ["item_name", `Order RH${orderNumber}`],
    ["custom_int1", String(orderNumber)],
    ["custom_str1", region],
  ];
}

/** No answer, or one that is neither yes nor no, is not a no: it is asked again later. */
async function confirm(url: string, encodedFields: string): Promise<boolean> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: encodedFields,
    redirect: "error",
    signal: AbortSignal.timeout(confirmTimeoutMs),
  });
  const answer = (await response.text()).trim();
  if (response.ok && answer === "VALID") return true;
  if (response.ok && answer === "INVALID") return false;
  throw new Error(`the provider answered ${response.status} instead of VALID or INVALID`);
}
