import { describe, expect, test } from "vitest";
import { type ColorName, colors, contrastPairs } from "./colors.ts";

describe("the palette", () => {
  test.each(contrastPairs)("$front on $back reaches $atLeast to 1", ({ front, back, atLeast }) => {
    expect(contrast(front, back)).toBeGreaterThanOrEqual(atLeast);
  });

  test("amber is never fit for text on white, which is why it is only a fill", () => {
    expect(contrast("amber", "white")).toBeLessThan(3);
    expect(contrastPairs.filter(({ front }) => front === "amber")).toEqual([
      { front: "amber", back: "ink", atLeast: 3 },
    ]);
  });
});

/** Contrast ratio as WCAG 2.2 defines it. */
function contrast(front: ColorName, back: ColorName): number {
  const [lighter, darker] = [luminance(colors[front]), luminance(colors[back])].toSorted(
    (a, b) => b - a,
  );
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(hex.slice(start, start + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
