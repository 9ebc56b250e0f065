/**
 * All colours of the product. Every pair that is used for text or for the edge of a control is in colors.test.ts, which
 * computes its contrast; a colour that is not listed there is only a fill.
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
