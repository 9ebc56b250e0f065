/**
 * Every colour of the product. A pair that is used for text or for a control's edge is listed in
 * `contrastPairs`, and a test computes its contrast: a colour that is not listed there is a fill.
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

/** What may stand on what, and the least contrast that WCAG 2.2 AA asks of it. */
export const contrastPairs: readonly {
  front: ColorName;
  back: ColorName;
  atLeast: 4.5 | 3;
}[] = [
  { front: "ink", back: "white", atLeast: 4.5 },
  { front: "ink", back: "mist", atLeast: 4.5 },
  { front: "ink", back: "amber", atLeast: 4.5 },
  { front: "ink", back: "agapanthusTint", atLeast: 4.5 },
  { front: "ink", back: "fynbosTint", atLeast: 4.5 },
  { front: "ink", back: "sulphurTint", atLeast: 4.5 },
  { front: "ink", back: "proteaTint", atLeast: 4.5 },
  { front: "white", back: "ink", atLeast: 4.5 },
  { front: "white", back: "inkRaised", atLeast: 4.5 },
  { front: "white", back: "protea", atLeast: 4.5 },
  { front: "onInkMuted", back: "ink", atLeast: 4.5 },
  { front: "onInkMuted", back: "inkRaised", atLeast: 4.5 },
  { front: "muted", back: "white", atLeast: 4.5 },
  { front: "muted", back: "mist", atLeast: 4.5 },
  { front: "muted", back: "agapanthusTint", atLeast: 4.5 },
  { front: "placeholder", back: "white", atLeast: 4.5 },
  { front: "agapanthus", back: "white", atLeast: 4.5 },
  { front: "agapanthus", back: "mist", atLeast: 4.5 },
  { front: "agapanthus", back: "agapanthusTint", atLeast: 4.5 },
  { front: "fynbos", back: "white", atLeast: 4.5 },
  { front: "fynbos", back: "mist", atLeast: 4.5 },
  { front: "fynbos", back: "fynbosTint", atLeast: 4.5 },
  { front: "sulphur", back: "white", atLeast: 4.5 },
  { front: "sulphur", back: "sulphurTint", atLeast: 4.5 },
  { front: "protea", back: "white", atLeast: 4.5 },
  { front: "protea", back: "mist", atLeast: 4.5 },
  { front: "protea", back: "proteaTint", atLeast: 4.5 },
  { front: "fieldBorder", back: "white", atLeast: 3 },
  { front: "fieldBorder", back: "mist", atLeast: 3 },
  { front: "amber", back: "ink", atLeast: 3 },
  { front: "agapanthus", back: "white", atLeast: 3 },
  // Told apart by the word beside them and by their order, never by the colour alone.
  { front: "levelOne", back: "white", atLeast: 3 },
  { front: "levelTwo", back: "white", atLeast: 3 },
  { front: "levelThree", back: "white", atLeast: 3 },
  { front: "stockist", back: "white", atLeast: 3 },
  { front: "levelOne", back: "mist", atLeast: 3 },
  { front: "levelTwo", back: "mist", atLeast: 3 },
  { front: "levelThree", back: "mist", atLeast: 3 },
  { front: "stockist", back: "mist", atLeast: 3 },
];

type SchemePair = { front: string; back: string; atLeast: 4.5 | 3 };

/**
 * The same for what turns with the scheme: names of the theme's variables (or a shade, as `gray.1`), which a test
 * resolves in light and in dark.
 */
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
