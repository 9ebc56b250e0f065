/**
 * All colours of the product. Every pair that is used for text or for the edge of a control is in `contrastPairs`, whose
 * contrast a test computes; a colour that is not listed there is only a fill.
 */
export const colors = {
  white: "#FFFFFF",
  ink: "#10312B",
  inkRaised: "#2A4A41",
  mist: "#F2F5F3",
  amber: "#F5A524",
  agapanthus: "#3F3CBB",
  agapanthusTint: "#EEEEFB",
  fynbos: "#1B6B43",
  fynbosTint: "#E6F2EA",
  sulphur: "#7A4F00",
  sulphurTint: "#FFF3D6",
  protea: "#B3123C",
  proteaTint: "#FCE9EE",
  muted: "#4A5F59",
  placeholder: "#5C6F69",
  fieldBorder: "#6C7F79",
  hairline: "#D5DEDA",
  onInkMuted: "#C9D6D0",
  levelOne: "#1C5C50",
  levelTwo: "#B26A00",
  levelThree: "#5B57D6",
  stockist: "#C2446A",
} as const;

export type ColorName = keyof typeof colors;

type Pair = Readonly<{ front: ColorName; back: ColorName; atLeast: 4.5 | 3 }>;

function pairs(atLeast: Pair["atLeast"], front: ColorName, backs: readonly ColorName[]): Pair[] {
  return backs.map((back) => ({ front, back, atLeast }));
}

/** The allowed pairs, with the minimum contrast of WCAG 2.2 AA. */
export const contrastPairs: readonly Pair[] = [
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
export const schemePairs: readonly SchemePair[] = [
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
