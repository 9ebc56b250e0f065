import {
  contactEnvelopeSchema,
  contactSchemaFor,
  type contactSources,
} from "@portal/shared/office/contact.ts";
import { z } from "zod";
import { commandIdOf, idempotency } from "./idempotency-key.ts";
import { doneAnswer, refusals } from "./legacy-answer.ts";
import type { Ask, LegacyApp } from "./legacy-app.ts";

const text = z.string().max(3000).nullish();

const body = z.object({
  email: text,
  cellNumber: text,
  residingTown: text,
  whereDidYouHear: text,
  text,
  name: text,
  surname: text,
  orderNumber: text,
  existingCustomer: text,
  age: z.union([z.string().max(10), z.number()]).nullish(),
  source: z.string().max(40).nullish(),
  /** The solved captcha. */
  rcData: z.string().max(10_000).nullish(),
});

/** The fields of each source; what the shop's region asks beyond them is looked at by the procedure. */
const contactForm = contactEnvelopeSchema.and(contactSchemaFor("usa"));

/** What older clients call the three forms. */
const sources: Readonly<Record<string, (typeof contactSources)[number]>> = {
  "become a distributor": "distributor",
  "become-a-distributor": "distributor",
  "general feedback": "general",
};

/** The contact form (specification, section 7, "Customers and contact"), whether its path ends in a slash or not. */
export function contactCall(app: LegacyApp, ask: Ask): void {
  for (const path of ["/api/contact-us/", "/api/contact-us"])
    app.post(
      path,
      {
        schema: {
          tags: ["Contact"],
          summary: "Sends a message to the shop",
          description: `Which fields are required depends on the source: general, experience or distributor. ${idempotency}`,
          body,
          response: { 200: doneAnswer, ...refusals },
        },
      },
      async (request, reply) => {
        const { caller, procedures } = await ask(request, reply);
        await procedures.contact.submit(messageFrom(request.body, commandIdOf(request, caller)));
        return { success: true as const };
      },
    );
}

/** What is left out is empty, so that the words about it are those of the form. */
const empty = {
  email: "",
  cellNumber: "",
  residingTown: "",
  whereDidYouHear: "",
  text: "",
  name: "",
  surname: "",
  age: "",
  orderNumber: "",
  existingCustomer: "",
};

function messageFrom({ source, ...rest }: z.infer<typeof body>, commandId: string) {
  const given = Object.entries(rest)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([field, value]) => [field, String(value)]);
  return contactForm.parse({
    ...empty,
    ...Object.fromEntries(given),
    commandId,
    source: sources[source ?? ""] ?? source ?? "general",
  });
}
