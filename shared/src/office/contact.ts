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

/** Any text as it is stored: in South Africa without separators. */
function givenCell(region: Region) {
  return z.pipe(
    line,
    z.transform((typed) => nationalNumber(typed, countryOf[region])),
  );
}

/** Ten digits in South Africa, ignoring separators; elsewhere any text (specification, section 5). */
function cellSchema(region: Region) {
  return region === "za"
    ? z.pipe(givenCell(region), z.string().check(z.regex(/^\d{10}$/, wrongCell.za)))
    : z.pipe(givenCell(region), z.string().check(z.minLength(1, wrongCell[region])));
}

const text = written("Please enter a message.");
const general = { source: z.literal("general"), email, name: z.optional(line), text };
const experience = { source: z.literal("experience"), email, name, age, text };

const application = {
  source: z.literal("distributor"),
  email,
  name,
  surname: z.pipe(line, z.string().check(z.minLength(1, "Please enter your surname."))),
  residingTown: z.pipe(line, z.string().check(z.minLength(1, "Please complete"))),
  whereDidYouHear: z.pipe(line, z.string().check(z.minLength(3, "Please complete"))),
  existingCustomer: z.enum(yesNo, "Please complete"),
  orderNumber: z.optional(line),
  text: written("Please enter your motivation."),
};

/** What a message may say beyond what its source asks for (specification, section 3, "Contact message"). */
const besides = {
  surname: z.optional(line),
  age: z.optional(z.union([z.literal(""), age], "Please enter your age.")),
  cellNumber: z.optional(line),
  residingTown: z.optional(line),
  whereDidYouHear: z.optional(line),
  existingCustomer: z.optional(z.enum(["", ...yesNo], "Please complete")),
  orderNumber: z.optional(line),
};

type Customer = Readonly<{
  existingCustomer: (typeof yesNo)[number];
  orderNumber?: string | undefined;
}>;
const orderOfCustomer = z.refine<Customer>(
  ({ existingCustomer, orderNumber }) =>
    existingCustomer !== "Yes" || orderNumberOf(orderNumber ?? "") !== null,
  { path: ["orderNumber"], error: "Please enter a valid order number.", when: () => true },
);

/** The fields of each source with their messages (specification, section 5), as the form asks for them. */
export function contactSchemaFor(region: Region) {
  return z.discriminatedUnion("source", [
    z.object(general),
    z.object(experience),
    z.object({ ...application, cellNumber: cellSchema(region) }).check(orderOfCustomer),
  ]);
}
export type ContactText = z.infer<ReturnType<typeof contactSchemaFor>>;

/** The same with everything else that was said: older clients send the fields of all sources. */
export function contactMessageSchemaFor(region: Region) {
  const said = { ...besides, cellNumber: z.optional(givenCell(region)) };
  return z.discriminatedUnion("source", [
    z.object({ ...general, ...said }),
    z.object({ ...experience, ...said, age }),
    z
      .object({ ...application, cellNumber: cellSchema(region), age: said.age })
      .check(orderOfCustomer),
  ]);
}
export type ContactMessage = z.infer<ReturnType<typeof contactMessageSchemaFor>>;

/** `rcData` is the answer to the captcha. */
const envelope = {
  commandId: commandIdSchema,
  rcData: z.optional(z.string().check(z.maxLength(10_000))),
};
export const contactEnvelopeSchema = z.object(envelope);

/** Which cell numbers are valid depends on the shop's region: the action checks that. */
export const submitContactSchema = z.discriminatedUnion("source", [
  z.strictObject({ ...envelope, ...general, ...besides }),
  z.strictObject({ ...envelope, ...experience, ...besides, age }),
  z
    .strictObject({ ...envelope, ...application, cellNumber: line, age: besides.age })
    .check(orderOfCustomer),
]);
export type SubmitContact = z.infer<typeof submitContactSchema>;

export const listContactMessagesSchema = z.strictObject({
  ...pagingFields,
  source: z.optional(z.enum(contactSources)),
  sort: sortedBy(["receivedAt"], "desc"),
});
export type ListContactMessages = z.infer<typeof listContactMessagesSchema>;
