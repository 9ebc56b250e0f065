import { z } from "zod";

export const regions = ["za", "uk", "usa"] as const;
export type Region = (typeof regions)[number];
export const regionSchema = z.enum(regions);
