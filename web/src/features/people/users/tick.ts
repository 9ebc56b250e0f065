import { z } from "zod";

/** What a ticked box is among fields of text; one that is not ticked is empty. */
export const tick = "yes";
export const tickedSchema = z.string().transform((typed) => typed === tick);
