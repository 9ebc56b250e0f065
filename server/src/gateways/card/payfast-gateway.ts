import { orderReference } from "@portal/shared/platform/order-reference.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import type { CardEnvironment, CardForm, CardProvider, PayableOrder } from "./card-provider.ts";
import {
  addressesOfHosts,
  addressRanges,
  payfastPages,
  type ResolveHost,
  standInPageOrigin,
} from "./payfast-addresses.ts";
import { type Field, signForm } from "./payfast-fields.ts";

/** What notifications of one environment are verified against. */
export type PayfastWorld = Readonly<{
  merchantId: string;
  passphrase: string | null;
  /** Whether the provider sends from this address. */
  isSource: (peerIp: string) => Promise<boolean>;
  /**
   * Asks the provider whether it sent these fields.
   *
   * @throws if it does not answer VALID or INVALID
   */
  confirm: (encodedFields: string) => Promise<boolean>;
}>;

export type PayfastGateway = CardProvider &
  Readonly<{ world: (environment: CardEnvironment) => PayfastWorld }>;

export type PayfastOptions = Readonly<{
  mode: CardEnvironment;
  merchantId: string;
  merchantKey: string;
  passphrase: string | null;
  /** Null for the sandbox in this server. */
  baseUrl: string | null;
  allowedCidrs: readonly string[];
  /** Hosts of the provider, whose current addresses may send notifications as well. */
  sourceHosts: readonly string[];
  resolveHost: ResolveHost;
  /** The URL of this shop for browsers. */
  publicUrl: string;
  /** The URL of this server for itself, for requests to its own sandbox. */
  ownUrl: () => string;
}>;

/** The public account of the provider's sandbox, for test orders in a live shop. */
const publicSandbox = {
  merchantId: "10000100",
  merchantKey: "46f0cd694581a",
  passphrase: "jt7NOE43FZPn",
  baseUrl: "https://sandbox.payfast.co.za",
} as const;

const confirmTimeoutMs = 10_000;
/** R5.00 */
const leastRand = 500;

export function payfastGateway(options: PayfastOptions): PayfastGateway {
  const { mode } = options;
  const isInRange = addressRanges(options.allowedCidrs);
  const isOfHost = addressesOfHosts(options.sourceHosts, { resolve: options.resolveHost });
  const isSource = async (peerIp: string) => isInRange(peerIp) || isOfHost(peerIp);

  // The only mixed case: test orders of a live shop are paid in the sandbox.
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

  /** Browsers hold the redirects of a form's answer to the policy as well. */
  function originsOf(environment: CardEnvironment): readonly string[] {
    const posted = new URL(pathsOf(environment).process).origin;
    if (environment !== "local") return [posted, ...payfastPages];
    return [posted, standInPageOrigin(options.publicUrl)];
  }

  return {
    name: "PayFast",
    mode,
    formOrigins: [
      ...new Set((["local", "sandbox", "live"] as const).filter(serves).flatMap(originsOf)),
    ],
    leastIn: (currency) => (currency === "ZAR" ? leastRand : 0),
    serves,
    environmentFor({ live, currency }) {
      if (mode === "local") return "local";
      if (currency !== "ZAR") return null;
      return mode === "live" && live ? "live" : "sandbox";
    },
    async start(environment, order): Promise<CardForm> {
      const merchant = merchantOf(environment);
      const fields = formFields(merchant, order, options.publicUrl);
      const signed: Field[] = [...fields, ["signature", signForm(fields, merchant.passphrase)]];
      return {
        action: pathsOf(environment).process,
        fields: signed.map(([name, value]) => ({ name, value })),
      };
    },
    world(environment): PayfastWorld {
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
  { uuid, orderNumber, amount, region, site }: PayableOrder,
  publicUrl: string,
): Field[] {
  return [
    ["merchant_id", merchantId],
    ["merchant_key", merchantKey],
    ["return_url", `${site}/orders/pay/${uuid}/payfast-success`],
    ["cancel_url", `${site}/orders/pay/${uuid}`],
    ["notify_url", `${publicUrl}/api/purchase/payfast-notify/`],
    ["m_payment_id", uuid],
    ["amount", decimalText(amount)],
    ["item_name", `Order ${orderReference(orderNumber)}`],
    ["custom_int1", String(orderNumber)],
    ["custom_str1", region],
  ];
}

/** Throws on any other answer than VALID and INVALID: the caller has to try again later. */
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
