import { z } from "zod/mini";
import { daysInOrder, daySchema, monthSchema } from "../platform/day-schema.ts";
import { command } from "../platform/ids.ts";
import { taxYearNumber } from "./statements.ts";

/** What is written as one ZIP: invoices and credit notes, what all members are sent, and what a month leaves behind. */
export const archiveKinds = ["documents", "statements", "tax-packs", "month-end"] as const;
export type ArchiveKind = (typeof archiveKinds)[number];

/** The last files of some kinds. */
export const archivesSchema = z.strictObject({
  kinds: z.array(z.enum(archiveKinds)).check(z.minLength(1), z.maxLength(archiveKinds.length)),
});
export type ArchivesAsked = z.infer<typeof archivesSchema>;

const ofMonth = { ...command, month: monthSchema };

/** Documents of any days, statements and package of a month, documents of a tax year. */
export const beginArchiveSchema = z.discriminatedUnion("kind", [
  z
    .strictObject({ ...command, kind: z.literal("documents"), from: daySchema, to: daySchema })
    .check(daysInOrder),
  z.strictObject({ ...ofMonth, kind: z.literal("statements") }),
  z.strictObject({ ...ofMonth, kind: z.literal("month-end") }),
  z.strictObject({ ...command, kind: z.literal("tax-packs"), year: taxYearNumber }),
]);
export type BeginArchive = z.infer<typeof beginArchiveSchema>;
