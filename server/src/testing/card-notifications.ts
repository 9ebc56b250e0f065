import { decimalText } from "@portal/shared/platform/money.ts";
import { expect, vi } from "vitest";
import { encodeFields, type Field, signNotification } from "../gateways/card/payfast-fields.ts";
import { merchant, providerIp, type TestShop } from "./shop-test.ts";

let payments = 5_000_000;

/** The provider's notification about an order; `changes` overrides fields. */
export function aNotification(
  order: Readonly<{ uuid: string; total: number }>,
  changes: Readonly<Record<string, string>> = {},
): Field[] {
  payments += 1;
  const fields: Record<string, string> = {
    m_payment_id: order.uuid,
    pf_payment_id: String(payments),
    payment_status: "COMPLETE",
    item_name: "Order RH1",
    item_description: "",
    amount_gross: decimalText(order.total),
    amount_fee: "-45.88",
    amount_net: decimalText(order.total - 45_88),
    merchant_id: merchant.merchantId,
    ...changes,
  };
  return Object.entries(fields);
}

export function signed(fields: readonly Field[], passphrase: string = merchant.passphrase): string {
  return signedBytes(encodeFields(fields), passphrase);
}

/** As the provider sends it, whatever the encoding of its bytes. */
export function signedBytes(encoded: string, passphrase: string = merchant.passphrase): string {
  return `${encoded}&signature=${signNotification(encoded, passphrase)}`;
}

export function notify(
  { app }: TestShop,
  body: string | Buffer,
  { from = providerIp, headers = {} }: { from?: string; headers?: Record<string, string> } = {},
) {
  return app.inject({
    method: "POST",
    url: "/api/purchase/payfast-notify/",
    remoteAddress: from,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: body,
  });
}

/** The stored notifications of one order, or of all, oldest first. */
export async function inbox({ deps }: TestShop, orderId?: string) {
  let records = deps.db
    .selectFrom("card_notification")
    .select(["id", "state", "reason", "checks", "pf_payment_id", "copy_of"])
    .orderBy("id");
  if (orderId !== undefined) records = records.where("order_id", "=", orderId);
  return records.execute();
}

/** Sends a notification and waits until it has been processed. */
export async function settled(shop: TestShop, body: string | Buffer, from?: string) {
  const response = await notify(shop, body, from === undefined ? {} : { from });
  expect(response.statusCode).toBe(200);
  return vi.waitFor(async () => {
    const newest = (await inbox(shop)).at(-1);
    if (!newest || newest.state === "received") throw new Error("no verdict yet");
    return newest;
  });
}

export async function stateOf(shop: TestShop, uuid: string) {
  const guest = await shop.as(null);
  const { paid, state } = await guest.orders.checkPaid({ uuid });
  return paid ? "paid" : state;
}
