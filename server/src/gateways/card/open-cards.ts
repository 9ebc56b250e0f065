import type { CardGateway } from "./card-gateway.ts";
import { dnsResolver } from "./payfast-addresses.ts";
import { payfastGateway, type PayfastOptions } from "./payfast-gateway.ts";
import type { StripeOptions } from "./stripe-gateway.ts";

type Settings = Readonly<{
  payfast: Omit<PayfastOptions, "resolveHost" | "publicUrl" | "ownUrl">;
  stripe:
    | (Pick<StripeOptions, "mode" | "secretKey" | "webhookSecret"> &
        Readonly<{ baseUrl: string | null }>)
    | null;
}>;

type Place = Pick<PayfastOptions, "publicUrl" | "ownUrl"> & Pick<StripeOptions, "db" | "log">;

/** The card provider as configured: a shop is paid through one of them. */
export async function openCards(
  { payfast, stripe }: Settings,
  { db, log, publicUrl, ownUrl }: Place,
): Promise<Pick<CardGateway, "payfast" | "stripe">> {
  if (stripe === null) {
    const options = { ...payfast, resolveHost: dnsResolver(), publicUrl, ownUrl };
    return { payfast: payfastGateway(options), stripe: null };
  }
  // A large library, which a shop of another provider never needs.
  const { stripeGateway } = await import("./stripe-gateway.ts");
  const { mode, baseUrl } = stripe;
  const standIn = mode === "local" ? ownUrl : null;
  const options = { ...stripe, baseUrl: baseUrl === null ? standIn : () => baseUrl };
  return { payfast: null, stripe: stripeGateway({ ...options, db, log, now }) };
}

function now(): string {
  return new Date().toISOString();
}
