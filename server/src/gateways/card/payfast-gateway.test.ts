import type { CardForm } from "./card-provider.ts";
import { describe, expect, test } from "vitest";
import { payfastGateway, type PayfastOptions } from "./payfast-gateway.ts";
import { signForm } from "./payfast-fields.ts";

const live: PayfastOptions = {
  mode: "live",
  merchantId: "20000200",
  merchantKey: "livekey",
  passphrase: "live-secret",
  baseUrl: "https://www.payfast.co.za",
  allowedCidrs: ["197.97.145.144/28"],
  sourceHosts: [],
  resolveHost: () => Promise.reject(new Error("no lookup expected")),
  publicUrl: "https://shop.example",
  ownUrl: () => "http://127.0.0.1:3000",
};
const gateways = {
  live: payfastGateway(live),
  sandbox: payfastGateway({ ...live, mode: "sandbox", baseUrl: "https://sandbox.payfast.co.za" }),
  local: payfastGateway({ ...live, mode: "local", baseUrl: null }),
};
const order = {
  uuid: "6b1f2c1e-9a52-4a39-8d6c-0d8a6f1f0a11",
  orderNumber: 1042,
  amount: 129_900,
  currency: "ZAR",
  region: "za",
  site: "https://office.shop.example",
} as const;
const valueOf = (form: CardForm, field: string) =>
  form.fields.find(({ name }) => name === field)?.value;

describe("the environment in which an order is paid", () => {
  test.each([
    ["live", true, "ZAR", "live"],
    ["live", false, "ZAR", "sandbox"],
    ["live", true, "GBP", null],
    ["sandbox", false, "ZAR", "sandbox"],
    ["sandbox", false, "USD", null],
    ["local", true, "ZAR", "local"],
    ["local", true, "GBP", "local"],
  ] as const)("in mode %s, live %s, in %s is %s", (mode, isLive, currency, expected) => {
    expect(gateways[mode].environmentFor({ live: isLive, currency })).toBe(expected);
  });

  test("is one in which this installation has an account", async () => {
    expect(gateways.live.serves("local")).toBe(false);
    expect(gateways.sandbox.serves("live")).toBe(false);
    expect(gateways.local.serves("sandbox")).toBe(false);
    await expect(gateways.sandbox.start("live", order)).rejects.toThrow("cannot be paid");
  });

  // shows S9.18
  test("has its own merchant and passphrase, so that sandbox payments never count as live", () => {
    const [real, play] = [gateways.live.world("live"), gateways.live.world("sandbox")];
    expect(real).toMatchObject({ merchantId: "20000200", passphrase: "live-secret" });
    expect(play.merchantId).not.toBe(real.merchantId);
    expect(play.passphrase).not.toBe(real.passphrase);
  });
});

describe("the card form", () => {
  test.each([
    ["live", "live", "https://www.payfast.co.za/eng/process"],
    ["live", "sandbox", "https://sandbox.payfast.co.za/eng/process"],
    ["sandbox", "sandbox", "https://sandbox.payfast.co.za/eng/process"],
    ["local", "local", "https://shop.example/sandbox/payfast/process"],
  ] as const)(
    "in mode %s for the %s environment is posted to %s",
    async (mode, environment, action) => {
      expect((await gateways[mode].start(environment, order)).action).toBe(action);
    },
  );

  // shows T393
  test("may be redirected to every host of the provider's, and the stand-in's to its page", () => {
    const theirs = ["https://*.payfast.co.za", "https://*.payfast.io"];
    const [live_, sandbox] = ["https://www.payfast.co.za", "https://sandbox.payfast.co.za"];
    expect(new Set(gateways.live.formOrigins)).toEqual(new Set([live_, sandbox, ...theirs]));
    expect(new Set(gateways.sandbox.formOrigins)).toEqual(new Set([sandbox, ...theirs]));
    expect(gateways.local.formOrigins).toEqual(["https://shop.example"]);
    const moved = payfastGateway({ ...live, baseUrl: "https://pay.example" });
    expect(moved.formOrigins).toEqual(expect.arrayContaining(["https://pay.example", ...theirs]));
    const own = payfastGateway({
      ...live,
      mode: "local",
      baseUrl: null,
      publicUrl: "http://localhost:3000",
    });
    expect(own.formOrigins).toEqual(["http://localhost:3000", "http://127.0.0.1:3000"]);
  });

  test("is signed over all its fields", async () => {
    const form = await gateways.live.start("live", order);
    const said = form.fields.filter(({ name }) => name !== "signature");
    const pairs = said.map(({ name, value }) => [name, value] as const);
    expect(valueOf(form, "signature")).toBe(signForm(pairs, "live-secret"));
    expect(form.fields.at(-1)?.name).toBe("signature");
  });

  test("contains the order, the amount and the return addresses, and no personal data", async () => {
    const form = await gateways.live.start("live", order);
    expect(Object.fromEntries(form.fields.map(({ name, value }) => [name, value]))).toMatchObject({
      m_payment_id: order.uuid,
      amount: "1299.00",
      item_name: "Order RH1042",
      return_url: `https://office.shop.example/orders/pay/${order.uuid}/payfast-success`,
      cancel_url: `https://office.shop.example/orders/pay/${order.uuid}`,
      notify_url: "https://shop.example/api/purchase/payfast-notify/",
    });
    for (const field of ["name_first", "name_last", "email_address", "cell_number"])
      expect(valueOf(form, field)).toBe(undefined);
  });
});
