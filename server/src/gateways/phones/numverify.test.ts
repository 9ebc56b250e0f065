import { describe, expect, test as base } from "vitest";
import { type FakeWebService, startFakeWebService } from "../../testing/fake-web-service.ts";
import { numverify } from "./phone-check.ts";

const valid = {
  valid: true,
  number: "27821234567",
  local_format: "0821234567",
  international_format: "+27821234567",
  country_prefix: "+27",
  country_code: "ZA",
  country_name: "South Africa",
  location: "",
  carrier: "MTN",
  line_type: "mobile",
};
const invalid = { valid: false, number: "27821234567", international_format: "" };
const outOfCredit = { success: false, error: { code: 104, type: "usage_limit_reached", info: "" } };

const test = base.extend("service", async ({}, { onCleanup }) => {
  const fake = await startFakeWebService();
  onCleanup(fake.close);
  return fake;
});

function checkAt({ url }: Pick<FakeWebService, "url">) {
  const warnings: string[] = [];
  const log = { warn: (_details: object, message: string) => void warnings.push(message) };
  const service = `${url}/api/validate?access_key=KEY`;
  return { warnings, ...numverify(service, "ZA", log) };
}

describe("the phone service", () => {
  // shows S5.21
  test("gets only the digits, and decides", async ({ service }) => {
    service.answer = { status: 200, body: valid };
    const checked = await checkAt(service).check("082 123 4567");
    expect(checked).toEqual({ valid: true, international: "+27821234567" });
    expect(service.asked.map(({ url }) => url)).toEqual([
      "/api/validate?access_key=KEY&number=27821234567",
    ]);
  });

  // shows S7.16
  test("rejects an invalid number", async ({ service }) => {
    service.answer = { status: 200, body: invalid };
    expect(await checkAt(service).check("082 123 4567")).toEqual({
      valid: false,
      message: "Please check you've entered the number correctly!",
      isOfService: true,
    });
  });

  test("accepts numbers that our own rules do not know", async ({ service }) => {
    const body = { ...valid, international_format: "+4915112345678", country_code: "DE" };
    service.answer = { status: 200, body };
    const checked = await checkAt(service).check("+49 151 12345678");
    expect(checked).toEqual({ valid: true, international: "+4915112345678" });
    expect(service.asked[0]?.url).toBe("/api/validate?access_key=KEY&number=4915112345678");
  });

  test("gets our own country for a national number", async ({ service }) => {
    service.answer = { status: 200, body: invalid };
    await checkAt(service).check("0123");
    await checkAt(service).check("099 999 9999");
    expect(service.asked.map(({ url }) => url)).toEqual([
      "/api/validate?access_key=KEY&number=0999999999&country_code=ZA",
    ]);
  });

  // shows S8.15
  test.for([
    ["hangs up", "hangs up" as const],
    ["is out of credit", { status: 200, body: outOfCredit }],
    ["fails", { status: 500, body: {} }],
    ["answers without a number", { status: 200, body: { ...valid, international_format: "" } }],
  ] as const)(
    "that %s is replaced by our own rules, and it says so",
    async ([, answer], { service }) => {
      service.answer = answer;
      const check = checkAt(service);
      expect(await check.check("082 123 4567")).toEqual({
        valid: true,
        international: "+27821234567",
        warning: "We could not check this number. Make sure that it is right.",
      });
      expect(await check.check("082 123 456")).toEqual({
        valid: false,
        message: "Please enter a valid number",
      });
      expect(check.warnings).toEqual([
        "the phone service did not answer",
        "the phone service did not answer",
      ]);
    },
  );

  // shows R48, T67
  test("that redirects is not followed", async ({ service }) => {
    service.answer = { status: 302, body: {}, location: "/elsewhere" };
    expect(await checkAt(service).check("082 123 4567")).toMatchObject({ valid: true });
    expect(service.asked).toHaveLength(1);
  });

  test.for(["", "hello", "0821234567\r\nX: y", "0".repeat(500), "&number=1"])(
    "is not called for %j",
    async (typed, { service }) => {
      expect(await checkAt(service).check(typed)).toMatchObject({ valid: false });
      expect(service.asked).toEqual([]);
    },
  );
});
