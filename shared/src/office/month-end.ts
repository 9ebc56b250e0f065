import { z } from "zod";
import { monthSchema } from "../money/statements.ts";

/** Without a month: the one that can be closed next, else the one that is running. */
export const monthEndSchema = z.object({ month: monthSchema.optional() });
