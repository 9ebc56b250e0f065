import { describe, expect, test } from "vitest";
import { combineRates, inOrderOfOffer, overnightNote, type Rate } from "./delivery.rules.ts";

const rate = (code: string, cents: number, deliveredBy: string | null = null): Rate => ({
  code,
  name: code,
  description: "",
  rate: cents,
  deliveredBy,
});
const codesOf = (...recipients: Rate[][]) => combineRates(recipients).map(({ code }) => code);

describe("the delivery options", () => {
  test.each(["ONX", "OVN", "OVNR", "LLS", "LSX", "LOX", "LSE"])("exclude %s", (code) => {
    expect(codesOf([rate(code, 1), rate("ECO", 2)])).toEqual(["ECO"]);
  });

  test.each(["INN", "COL", "DOOR", "RM", "eco", "<b>", ""])("exclude the code %j", (code) => {
    expect(codesOf([rate(code, 1)])).toEqual([]);
  });

  // shows S9.11
  test("are the services available to every recipient, at the summed rate, cheapest first", () => {
    const here = [rate("LSF", 16_500), rate("ECO", 7500)];
    const there = [rate("ECO", 12_500)];
    expect(codesOf(here)).toEqual(["ECO", "LSF"]);
    expect(combineRates([here, there])).toMatchObject([{ code: "ECO", rate: 20_000 }]);
    expect(codesOf(here, [])).toEqual([]);
    expect(codesOf()).toEqual([]);
  });

  test("contain the lower rate of a service that the courier lists twice", () => {
    expect(combineRates([[rate("ECO", 90), rate("ECO", 80)]])).toMatchObject([{ rate: 80 }]);
  });

  test("promise the latest day of all recipients, in the office's time zone", () => {
    const early = [rate("ECO", 1, "2026-11-25T15:00:00Z")];
    const late = [rate("ECO", 1, "2026-11-26T22:30:00Z")];
    expect(combineRates([early, late])).toMatchObject([{ day: "2026-11-27" }]);
    expect(combineRates([early, [rate("ECO", 1)]])).toMatchObject([{ day: null }]);
  });
});

describe("the options of a buyer, who pays the same for each", () => {
  const options = [
    { code: "ECO", day: "2026-12-01" },
    { code: "ANY", day: null },
    { code: "LOF", day: "2026-11-27" },
    { code: "LSF", day: "2026-11-30" },
    { code: "SDX", day: "2026-11-27" },
  ];
  test.each([
    ["", ["LOF", "SDX", "LSF", "ECO", "ANY"]],
    // What the office has set first.
    ["ECO", ["ECO", "LOF", "SDX", "LSF", "ANY"]],
    ["ANY", ["ANY", "LOF", "SDX", "LSF", "ECO"]],
    // A service that does not reach these recipients.
    ["AIR", ["LOF", "SDX", "LSF", "ECO", "ANY"]],
  ])(
    "with %j first: then the soonest day, equal days in order, without a day last",
    (first, codes) => {
      expect(inOrderOfOffer(options, first).map(({ code }) => code)).toEqual(codes);
      expect(options[0]?.code).toBe("ECO");
    },
  );
});

describe("the overnight note", () => {
  const overnight = [{ code: "ECO" }, { code: "LOF" }];
  test.each([
    ["2026-11-26T07:29:00Z", true],
    ["2026-11-26T07:30:00Z", false],
    ["2026-11-25T22:10:00Z", true],
    ["2026-11-28T06:00:00Z", false],
  ])("at %s is shown: %s", (now, stands) => {
    expect(overnightNote(overnight, now) !== null).toBe(stands);
  });
  // shows S9.12
  test("is not shown without an overnight service", () => {
    expect(overnightNote([{ code: "ECO" }], "2026-11-26T06:00:00Z")).toBeNull();
  });
});
