export const regions = ["za", "uk", "usa"] as const;
export type Region = (typeof regions)[number];
