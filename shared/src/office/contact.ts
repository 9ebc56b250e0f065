import { z } from "zod";
import { commandIdSchema } from "../platform/ids.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";
import type { Region } from "../platform/region.ts";

/** General feedback, an experience with the product, and an application to become a distributor. */
export const contactSources = ["general", "experience", "distributor"] as const;
export type ContactSource = (typeof contactSources)[number];

export const contactTextMax = 3000;
export const yesNo = ["Yes", "No"] as const;

/** Rejects control characters; PostgreSQL cannot store NUL. */
const line = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u, "Please complete");
const name = line.pipe(z.string().min(3, "Please enter your name."));
const email = z.string().trim().toLowerCase().max(254).pipe(z.email("Please enter a valid email."));
const age = z
  .string()
  .trim()
  .regex(/^(?:1[0-4]\d|[1-9]\d?)$/, "Please enter your age.");

function written(missing: string) {
  return z
    .string()
    .trim()
    .min(1, missing)
    .max(contactTextMax, `Use ${contactTextMax} characters at most.`)
    .transform((text) => text.replaceAll("\0", ""));
}

export const wrongCell = {
  za: "Please enter a 10 digit cell number e.g 0821234567.",
  uk: "Please enter a valid UK mobile number.",
  usa: "Please enter a valid number",
} as const satisfies Record<Region, string>;

/** Ten digits in South Africa, ignoring separators; elsewhere any text (specification, section 5). */
function cellSchema(region: Region) {
  const given = line.transform((typed) => typed.replace(/[\s()-]/g, ""));
  return region === "za"
    ? given.pipe(z.string().regex(/^\d{10}$/, wrongCell.za))
    : given.pipe(z.string().min(1, wrongCell[region]));
}

const generalSchema = z.object({
  source: z.literal("general"),
  email,
  name: line.optional(),
  text: written("Please enter a message."),
});
const experienceSchema = z.object({
  source: z.literal("experience"),
  email,
  name,
  age,
  text: written("Please enter a message."),
});

function distributorSchema(region: Region) {
  return z
    .object({
      source: z.literal("distributor"),
      email,
      name,
      surname: line.pipe(z.string().min(1, "Please enter your surname.")),
      cellNumber: cellSchema(region),
      residingTown: line.pipe(z.string().min(1, "Please complete")),
      whereDidYouHear: line.pipe(z.string().min(3, "Please complete")),
      existingCustomer: z.enum(yesNo, "Please complete"),
      orderNumber: line.optional(),
      text: written("Please enter your motivation."),
    })
    .refine(
      ({ existingCustomer, orderNumber }) =>
        existingCustomer !== "Yes" || /^(?:RH)?\s*\d{1,12}$/i.test(orderNumber ?? ""),
      { path: ["orderNumber"], error: "Please enter a valid order number.", when: () => true },
    );
}

/** The fields of each source with their messages (specification, section 5). */
export function contactSchemaFor(region: Region) {
  return z.discriminatedUnion("source", [
    generalSchema,
    experienceSchema,
    distributorSchema(region),
  ]);
}
export type ContactText = z.infer<ReturnType<typeof contactSchemaFor>>;

/** `rcData` is the answer to the captcha. */
export const contactEnvelopeSchema = z.object({
  commandId: commandIdSchema,
  rcData: z.string().max(10_000).optional(),
});
export type ContactEnvelope = z.infer<typeof contactEnvelopeSchema>;

/** Uses the region with the fewest rules; the action checks the rules of the shop's own region. */
export const submitContactSchema = contactEnvelopeSchema.and(contactSchemaFor("usa"));

export const listContactMessagesSchema = z.object({
  ...pagingFields,
  source: z.enum(contactSources).optional(),
  sort: sortedBy(["receivedAt"], "desc"),
});
export type ListContactMessages = z.infer<typeof listContactMessagesSchema>;
