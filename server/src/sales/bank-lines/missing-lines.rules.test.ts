import { describe, expect, test } from "vitest";
import { missingAmong } from "./missing-lines.rules.ts";

const line = (amount: number, description: string, day = "2026-03-02") => ({
  day,
  amount,
  description,
});

describe("a stored line", () => {
  test("is missing where a file of its day has no such money, in whatever words", () => {
    const [real, invented] = [line(100_00, "RH1001"), line(900_00, "RH1002")];
    expect(missingAmong([real, invented], [line(100_00, "other words")])).toEqual([invented]);
    expect(missingAmong([real], [line(100_00, "RH1001", "2026-03-03")])).toEqual([real]);
    expect(missingAmong([real, invented], [real, invented, line(5_00, "more")])).toEqual([]);
  });

  test("is the one in other words, or the later one, where the file has fewer of its money", () => {
    const [one, two, three] = [line(100_00, "A"), line(100_00, "B"), line(100_00, "B")];
    expect(missingAmong([one, two], [line(100_00, "B")])).toEqual([one]);
    expect(missingAmong([two, three], [line(100_00, "B")])).toEqual([three]);
  });

  test("is not missed by a file that has the other way alone", () => {
    const [inward, outward] = [line(100_00, "A"), line(-40_00, "B")];
    expect(missingAmong([inward, outward], [line(50_00, "C")])).toEqual([inward]);
    expect(missingAmong([inward, outward], [])).toEqual([]);
  });
});
