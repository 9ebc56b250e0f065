import {
  contactEnvelopeSchema,
  contactMessageSchemaFor,
  type contactSources,
} from "@portal/shared/office/contact.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { courierCalls } from "./courier-calls.ts";
import { entityCalls } from "./entity-calls.ts";
import {
  asLegacyApp,
  commandIdOf,
  describedAs,
  doneAnswer,
  idempotency,
  type Identify,
  identifyWith,
  type LegacyApp,
} from "./legacy-app.ts";
import { looseText } from "./legacy-values.ts";
import { purchaseCalls } from "./purchase-calls.ts";

/**
 * The REST calls of older clients (specification, section 7): a thin layer over the procedures of our own client, with
 * the older names and shapes. Only here amounts are decimals.
 */
export async function legacyApi(app: FastifyInstance, deps: Deps): Promise<void> {
  const legacy = asLegacyApp(app);
  const identify = identifyWith(deps);
  courierCalls(legacy, identify);
  purchaseCalls(legacy, identify);
  contactCall(legacy, identify);
  entityCalls(legacy, identify);
}

const text = z.string().max(3000).nullish();

const contactFields = z.strictObject({
  email: text,
  cellNumber: text,
  residingTown: text,
  whereDidYouHear: text,
  text,
  name: text,
  surname: text,
  orderNumber: looseText(3000).nullish(),
  existingCustomer: text,
  age: z.union([z.string().max(10), z.number()]).nullish(),
  source: z.string().max(40).nullish(),
  /** The solved captcha. */
  rcData: z.string().max(10_000).nullish(),
});
const body = contactFields.meta({
  example: {
    source: "general",
    name: "Nomsa",
    surname: "Dube",
    email: "nomsa@example.org",
    cellNumber: "082 555 0123",
    text: "Do you deliver to Upington?",
  },
});

/** The sources' older names. */
const sources: Readonly<Record<string, (typeof contactSources)[number]>> = {
  "become a distributor": "distributor",
  "become-a-distributor": "distributor",
  "general feedback": "general",
};

const described = describedAs(["Contact"]);

/** The contact form (specification, section 7, "Customers and contact"), with or without a slash at the end of the path. */
function contactCall(app: LegacyApp, identify: Identify): void {
  for (const path of ["/api/contact-us/", "/api/contact-us"])
    app.post(
      path,
      described(
        {
          operationId: "sendMessage",
          summary: "Sends a message to the shop",
          description: `Which fields are required depends on the source: general, experience or distributor. ${idempotency}`,
          body,
        },
        doneAnswer,
      ),
      async (request, reply) => {
        const { caller, procedures } = await identify(request, reply);
        const commandId = commandIdOf(request, caller);
        await procedures.contact.submit(messageFrom(request.body, caller.shop.region, commandId));
        return { success: true as const };
      },
    );
}

/** Absent fields become empty, so that they get the form's own messages. */
function messageFrom(
  { source, rcData, ...fields }: z.infer<typeof contactFields>,
  region: Region,
  commandId: string,
) {
  const texts = contactFields
    .omit({ source: true, rcData: true })
    .keyof()
    .options.map((field) => [field, String(fields[field] ?? "")] as const);
  return z.intersection(contactEnvelopeSchema, contactMessageSchemaFor(region)).parse({
    ...Object.fromEntries(texts),
    commandId,
    source: sources[source ?? ""] ?? source ?? "general",
    rcData: rcData ?? undefined,
  });
}
