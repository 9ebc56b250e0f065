import { describe, expect, test as base } from "vitest";
import { type FakeWebService, startFakeWebService } from "../../testing/fake-web-service.ts";
import { openAddressLookup } from "./address-lookup.ts";

const test = base.extend<{ service: FakeWebService }>({
  service: async ({}, use) => {
    const service = await startFakeWebService();
    await use(service);
    await service.close();
  },
});

const logged: unknown[] = [];
const log = { warn: (details: object, message: string) => void logged.push([details, message]) };
const at = ({ url }: FakeWebService, path: string) => openAddressLookup(`${url}${path}`, log);
const downing = {
  line1: "10 Downing Street",
  line2: "",
  line3: "",
  town: "London",
  latitude: null,
  longitude: null,
};

describe("the addresses of a postcode", () => {
  test("are read from both response formats", async ({ service }) => {
    const lines = { line_1: " 10 Downing Street ", line_2: null, line_3: "" };
    service.answer = { status: 200, body: { addresses: [{ ...lines, town_or_city: "London" }] } };
    expect(await at(service, "/find?api-key=K")?.find("SW1A 2AA")).toEqual([downing]);
    service.answer = { status: 200, body: { result: [{ ...lines, post_town: "London" }] } };
    expect(await at(service, "/postcodes/{postcode}?api_key=K")?.find("SW1A 2AA")).toEqual([
      downing,
    ]);
    expect(service.asked.map(({ url }) => url)).toEqual([
      "/find/SW1A2AA?api-key=K",
      "/postcodes/SW1A2AA?api_key=K",
    ]);
  });

  test("have their own coordinates, those of their postcode, or none", async ({ service }) => {
    const lines = { line_1: "10 Downing Street" };
    const whereOf = async (body: object) => {
      service.answer = { status: 200, body };
      const [found] = (await at(service, "/find")?.find("SW1A 2AA")) ?? [];
      return found && [found.latitude, found.longitude];
    };
    const ofResult = (where: object) => whereOf({ result: [{ ...lines, ...where }] });
    expect(await ofResult({ latitude: 51.503, longitude: -0.1276 })).toEqual([51.503, -0.1276]);
    expect(await ofResult({ latitude: "51.503", longitude: "-0.1276" })).toEqual([51.503, -0.1276]);
    const ofPostcode = { latitude: 51.5, longitude: -0.1 };
    expect(await whereOf({ ...ofPostcode, addresses: [lines] })).toEqual([51.5, -0.1]);
    for (const hostile of [null, "", "1e1", "51,5", 90.1, "Infinity", {}, []])
      expect(await ofResult({ latitude: hostile, longitude: 0 })).toEqual([null, null]);
  });

  test("are empty for an unknown postcode or without an answer, and the key is never logged", async ({
    service,
  }) => {
    const lookup = at(service, "/find?api-key=SECRET");
    service.answer = { status: 404, body: { Message: "Not Found" } };
    expect(await lookup?.find("SW1A 2AA")).toEqual([]);
    expect(logged).toEqual([]);
    for (const answer of [
      { status: 401, body: {} },
      { status: 200, body: { addresses: "many" } },
      "hangs up",
    ] as const) {
      service.answer = answer;
      expect(await lookup?.find("SW1A 2AA")).toEqual([]);
    }
    expect(logged).toHaveLength(3);
    expect(JSON.stringify(logged)).not.toMatch(/SECRET|SW1A/);
  });

  test("need a configured service", () => {
    expect(openAddressLookup(null, log)).toBeNull();
  });
});
