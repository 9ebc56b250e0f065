import { ukPostcodeSchema } from "@portal/shared/people/addresses.ts";
import { describe, expect, test } from "vitest";
import { findPlace, placesByName, placesByPostCode } from "./place-search.ts";
import { southAfricanPlaces } from "./south-african-places.ts";

const labels = (places: readonly { label: string }[]) => places.map(({ label }) => label);

describe("searching for a place", () => {
  test("by post code finds every suburb of it, with or without the leading zero", () => {
    expect(labels(placesByPostCode("8005"))).toContain("Sea Point");
    expect(placesByPostCode("2")).toEqual(placesByPostCode("0002"));
    expect(placesByPostCode("0002")[0]).toMatchObject({ town: "Pretoria", province: "Gauteng" });
    expect(placesByPostCode("9999")).toEqual([]);
  });

  test.each([
    ["sea point", "Sea Point"],
    ["SEA-POINT", "Sea Point"],
    ["simons town", "Simon's Town"],
    ["gqeb", "Gqeberha Central"],
    ["hatfield pretoria", "Hatfield"],
  ])("by “%s” finds %s first", (name, label) => {
    expect(placesByName(name)[0]?.label).toBe(label);
  });

  test("by an unknown name finds nothing, and by one letter at most fifty", () => {
    for (const name of ["Atlantis City", "%", "(a+)+$", " ", "\0"])
      expect(placesByName(name)).toEqual([]);
    expect(placesByName("a")).toHaveLength(50);
  });
});

describe("the places", () => {
  const lines = Object.values(southAfricanPlaces).flatMap((text) => text.trim().split("\n"));
  const all = lines.flatMap((line) => placesByPostCode(line.slice(0, 4)));

  test("are some hundreds, each with a code of four digits, in all nine provinces", () => {
    expect(Object.keys(southAfricanPlaces)).toHaveLength(9);
    expect(lines.every((line) => /^\d{4} [A-Za-z]/.test(line))).toBe(true);
    expect(new Set(all.map(({ id }) => id)).size).toBeGreaterThan(400);
  });

  test("have unique ids, by which they are found", () => {
    const distinct = new Map(all.map((place) => [`${place.pcode} ${place.label}`, place]));
    expect(new Set([...distinct.values()].map(({ id }) => id)).size).toBe(distinct.size);
    for (const place of distinct.values()) expect(findPlace(place.id)).toEqual(place);
    expect(findPlace(1)).toBeNull();
  });
});

describe("a postcode of the United Kingdom", () => {
  test.each([
    ["sw1a1aa", "SW1A 1AA"],
    ["m11ae", "M1 1AE"],
    ["EC1A 1BB", "EC1A 1BB"],
    ["B33 8TH", "B33 8TH"],
  ])("“%s” is written %s", (typed, postcode) => {
    expect(ukPostcodeSchema.parse(typed)).toBe(postcode);
  });

  test.each(["SW1A 1A", "1AA SW1", "ABC 1AA", "", "SW1A 1AAA 1"])("“%s” is none", (typed) => {
    expect(ukPostcodeSchema.safeParse(typed).success).toBe(false);
  });
});
