import { orderNumberOf } from "../platform/order-reference.ts";
import { z } from "zod/mini";
import { commandIdSchema } from "../platform/ids.ts";
import { nationalNumber } from "../people/addresses.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";
import { countryOf, type Region } from "../platform/region.ts";
import { exactText } from "../platform/texts.ts";

/** General feedback, an experience with the product, and an application to become a distributor. */
export const contactSources = ["general", "experience", "distributor"] as const;
export type ContactSource = (typeof contactSources)[number];

export const contactTextMax = 3000;
export const yesNo = ["Yes", "No"] as const;

/** Rejects control characters; PostgreSQL cannot store NUL. */
const line = z.string().check(z.trim(), z.maxLength(200), z.regex(/^\P{Cc}*$/u, "Please complete"));
const name = z.pipe(line, z.string().check(z.minLength(3, "Please enter your name.")));
const email = z.pipe(
  z.string().check(exactText(), z.toLowerCase(), z.maxLength(254)),
  z.email("Please enter a valid email."),
);
const age = z
  .string()
  .check(exactText(), z.regex(/^(?:1[0-4]\d|[1-9]\d?)$/, "Please enter your age."));

function written(missing: string) {
  return z.pipe(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, missing),
        z.maxLength(contactTextMax, `Use ${contactTextMax} characters at most.`),
      ),
    z.transform((text) => text.replaceAll("\0", "")),
  );
}

export const wrongCell = {
  za: "Please enter a 10 digit cell number e.g 0821234567.",
  uk: "Please enter a valid UK mobile number.",
  usa: "Please enter a valid number",
} as const satisfies Record<Region, string>;

/** Ten digits in South Africa, ignoring separators; elsewhere any text (specification, section 5). */
function cellSchema(region: Region) {
  const given = z.pipe(
    line,
    z.transform((typed) => nationalNumber(typed, countryOf[region])),
  );
  return region === "za"
    ? z.pipe(given, z.string().check(z.regex(/^\d{10}$/, wrongCell.za)))
    : z.pipe(given, z.string().check(z.minLength(1, wrongCell[region])));
}

const general = {
  source: z.literal("general"),
  email,
  name: z.optional(line),
  text: written("Please enter a message."),
};
const experience = {
  source: z.literal("experience"),
  email,
  name,
  age,
  text: written("Please enter a message."),
};

function application(region: Region) {
  return {
    source: z.literal("distributor"),
    email,
    name,
    surname: z.pipe(line, z.string().check(z.minLength(1, "Please enter your surname."))),
    cellNumber: cellSchema(region),
    residingTown: z.pipe(line, z.string().check(z.minLength(1, "Please complete"))),
    whereDidYouHear: z.pipe(line, z.string().check(z.minLength(3, "Please complete"))),
    existingCustomer: z.enum(yesNo, "Please complete"),
    orderNumber: z.optional(line),
    text: written("Please enter your motivation."),
  };
}

type Customer = Readonly<{
  existingCustomer: (typeof yesNo)[number];
  orderNumber?: string | undefined;
}>;
const orderOfCustomer = z.refine<Customer>(
  ({ existingCustomer, orderNumber }) =>
    existingCustomer !== "Yes" || orderNumberOf(orderNumber ?? "") !== null,
  { path: ["orderNumber"], error: "Please enter a valid order number.", when: () => true },
);

/** The fields of each source with their messages (specification, section 5); those of other sources are left out. */
export function contactSchemaFor(region: Region) {
  return z.discriminatedUnion("source", [
    z.object(general),
    z.object(experience),
    z.object(application(region)).check(orderOfCustomer),
  ]);
}
export type ContactText = z.infer<ReturnType<typeof contactSchemaFor>>;

/** `rcData` is the answer to the captcha. */
const envelope = {
  commandId: commandIdSchema,
  rcData: z.optional(z.string().check(z.maxLength(10_000))),
};
export const contactEnvelopeSchema = z.object(envelope);
export type ContactEnvelope = z.infer<typeof contactEnvelopeSchema>;

/** Uses the region with the fewest rules; the action checks the rules of the shop's own region. */
export const submitContactSchema = z.discriminatedUnion("source", [
  z.strictObject({ ...envelope, ...general }),
  z.strictObject({ ...envelope, ...experience }),
  z.strictObject({ ...envelope, ...application("usa") }).check(orderOfCustomer),
]);

export const listContactMessagesSchema = z.strictObject({
  ...pagingFields,
  source: z.optional(z.enum(contactSources)),
  sort: sortedBy(["receivedAt"], "desc"),
});
export type ListContactMessages = z.infer<typeof listContactMessagesSchema>;
