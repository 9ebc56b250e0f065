import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { DEFAULT_THEME, mergeMantineTheme } from "@mantine/core";
import { type ColorName, colors } from "./colors.ts";
import { cssVariables, palette, theme } from "./theme.ts";

type Pair = Readonly<{ front: ColorName; back: ColorName; atLeast: 4.5 | 3 }>;

function pairs(atLeast: Pair["atLeast"], front: ColorName, backs: readonly ColorName[]): Pair[] {
  return backs.map((back) => ({ front, back, atLeast }));
}

/** The allowed pairs, with the minimum contrast of WCAG 2.2 AA. */
const contrastPairs: readonly Pair[] = [
  ...pairs(4.5, "ink", [
    "white",
    "mist",
    "amber",
    "agapanthusTint",
    "fynbosTint",
    "sulphurTint",
    "proteaTint",
  ]),
  ...pairs(4.5, "white", ["ink", "inkRaised", "protea"]),
  ...pairs(4.5, "onInkMuted", ["ink", "inkRaised"]),
  ...pairs(4.5, "muted", ["white", "mist", "agapanthusTint"]),
  ...pairs(4.5, "placeholder", ["white"]),
  ...pairs(4.5, "agapanthus", ["white", "mist", "agapanthusTint"]),
  ...pairs(4.5, "fynbos", ["white", "mist", "fynbosTint"]),
  ...pairs(4.5, "sulphur", ["white", "sulphurTint"]),
  ...pairs(4.5, "protea", ["white", "mist", "proteaTint"]),
  ...pairs(3, "fieldBorder", ["white", "mist"]),
  ...pairs(3, "amber", ["ink"]),
  ...pairs(3, "agapanthus", ["white"]),
  // Always with a label, never distinguished by colour alone.
  ...pairs(3, "levelOne", ["white", "mist"]),
  ...pairs(3, "levelTwo", ["white", "mist"]),
  ...pairs(3, "levelThree", ["white", "mist"]),
  ...pairs(3, "stockist", ["white", "mist"]),
];

type SchemePair = { front: string; back: string; atLeast: 4.5 | 3 };

/** The allowed pairs of variables that depend on the colour scheme; the test resolves them in light and in dark. */
const schemePairs: readonly SchemePair[] = [
  ...["amber", "fynbos", "protea", "aga", "gray"].map(
    (tone): SchemePair => ({
      front: `--mantine-color-${tone}-light-color`,
      back: `--mantine-color-${tone}-light`,
      atLeast: 4.5,
    }),
  ),
  ...["--mantine-color-body", "--ground"].flatMap((back): SchemePair[] => [
    { front: "--mantine-color-text", back, atLeast: 4.5 },
    { front: "--mantine-color-dimmed", back, atLeast: 4.5 },
    { front: "--mantine-color-anchor", back, atLeast: 4.5 },
    { front: "--mantine-color-error", back, atLeast: 4.5 },
    { front: "--mantine-color-success", back, atLeast: 4.5 },
    { front: "--focus", back, atLeast: 3 },
    ...["ink", "muted", "agapanthus", "fynbos", "sulphur", "protea"].map(
      (name): SchemePair => ({ front: `--${name}`, back, atLeast: 4.5 }),
    ),
    ...["level-one", "level-two", "level-three", "stockist"].map(
      (name): SchemePair => ({ front: `--${name}`, back, atLeast: 3 }),
    ),
  ]),
  ...["agapanthus", "fynbos", "sulphur", "protea"].map(
    (name): SchemePair => ({ front: `--${name}`, back: `--${name}-tint`, atLeast: 4.5 }),
  ),
  { front: "--mantine-color-dimmed", back: "--mantine-color-default-hover", atLeast: 4.5 },
  { front: "--mantine-color-placeholder", back: "--mantine-color-body", atLeast: 4.5 },
  { front: "--mantine-color-default-border", back: "--mantine-color-body", atLeast: 3 },
];

describe("the palette", () => {
  test.each(contrastPairs)("$front on $back reaches $atLeast to 1", ({ front, back, atLeast }) => {
    expect(contrast(front, back)).toBeGreaterThanOrEqual(atLeast);
  });

  test("amber is only a fill, because its contrast on white is too low for text", () => {
    expect(contrast("amber", "white")).toBeLessThan(3);
    expect(contrastPairs.filter(({ front }) => front === "amber")).toEqual([
      { front: "amber", back: "ink", atLeast: 3 },
    ]);
  });
});

describe.each(["light", "dark"] as const)("the %s scheme", (scheme) => {
  const fromMantine = {
    "--mantine-color-text": { light: colors.ink, dark: palette.dark[0] },
    "--mantine-color-body": { light: colors.white, dark: palette.dark[7] },
  };
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const variables: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(fromMantine).map(([name, values]) => [name, values[scheme]]),
    ),
    ...cssVariables(merged).variables,
    ...cssVariables(merged)[scheme],
  };

  test.each(schemePairs)("$front on $back reaches $atLeast to 1", ({ front, back, atLeast }) => {
    const [words, ground] = [variables[front] ?? "", variables[back] ?? ""];
    expect([words, ground]).toEqual([
      expect.stringMatching(/^#[\dA-F]{6}$/i),
      expect.stringMatching(/^#[\dA-F]{6}$/i),
    ]);
    expect(contrastOf(words, ground)).toBeGreaterThanOrEqual(atLeast);
  });
});

describe("the styles of the office frame", () => {
  const app = path.resolve(import.meta.dirname, "../app");
  const modules = modulesOf([
    path.join(app, "office-frame.tsx"),
    path.join(app, "office-screens.ts"),
    path.join(app, "member-screens.ts"),
  ]);

  test("use no colour that is the same in both schemes", () => {
    expect(modules.size).toBeGreaterThan(5);
    const fixed = [...modules].filter((file) =>
      /var\(--(?:white|ink|mist)\)|#[\da-f]{3,8}\b/i.test(readFileSync(file, "utf8")),
    );
    const names = fixed.map((file) => path.basename(file));
    expect(names).toEqual([]);
  });
});

/** The CSS modules of these files and of all files that they import, statically or on demand. */
function modulesOf(files: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const modules = new Set<string>();
  const add = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, target = ""] of readFileSync(file, "utf8").matchAll(
      /"(\.[^"]+\.(?:tsx?|css))"/g,
    )) {
      const found = path.resolve(path.dirname(file), target);
      if (found.endsWith(".module.css")) modules.add(found);
      else if (/\.tsx?$/.test(found)) add(found);
    }
  };
  for (const file of files) add(file);
  return modules;
}

function contrast(front: ColorName, back: ColorName): number {
  return contrastOf(colors[front], colors[back]);
}

/** Contrast ratio as WCAG 2.2 defines it. */
function contrastOf(front: string, back: string): number {
  const [lighter, darker] = [luminance(front), luminance(back)].toSorted((a, b) => b - a);
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
