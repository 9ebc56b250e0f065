import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import {
  contactEnvelopeSchema,
  contactSchemaFor,
  type contactSources,
} from "@portal/shared/office/contact.ts";
import { shopName } from "@portal/shared/platform/constants.ts";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
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

const contactFields = z.object({
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

/** The fields of each source; the procedure validates what the shop's region requires beyond them. */
const contactForm = z.intersection(contactEnvelopeSchema, contactSchemaFor("usa"));

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
          summary: "Sends a message to the shop",
          description: `Which fields are required depends on the source: general, experience or distributor. ${idempotency}`,
          body,
        },
        doneAnswer,
      ),
      async (request, reply) => {
        const { caller, procedures } = await identify(request, reply);
        await procedures.contact.submit(messageFrom(request.body, commandIdOf(request, caller)));
        return { success: true as const };
      },
    );
}

/** Absent fields become empty, so that they get the form's own messages. */
function messageFrom(
  { source, rcData, ...fields }: z.infer<typeof contactFields>,
  commandId: string,
) {
  const texts = contactFields
    .omit({ source: true, rcData: true })
    .keyof()
    .options.map((field) => [field, String(fields[field] ?? "")] as const);
  return contactForm.parse({
    ...Object.fromEntries(texts),
    commandId,
    source: sources[source ?? ""] ?? source ?? "general",
    rcData: rcData ?? undefined,
  });
}

const signInCall = {
  "/trpc/auth.login": {
    post: {
      tags: ["Sign in"],
      summary: "Signs in and answers a token",
      description: "Send the token as `Authorization: Bearer TOKEN`. It ends with auth.logout.",
      security: [],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["email", "password"],
              properties: { email: { type: "string" }, password: { type: "string" } },
            },
            example: { email: "admin@shop.test", password: "Demo-1234!" },
          },
        },
      },
      responses: {
        "200": {
          description: "Signed in.",
          content: { "application/json": { example: { result: { data: { token: "…" } } } } },
        },
        "401": { description: "The email, the password or the code is wrong." },
      },
    },
  },
};

/** Collects the schemas of the routes under /api. Has to be registered before them. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: `${shopName} API`,
        version: "1.0.0",
        description: [
          'Sign in first: `POST /trpc/auth.login` with `{"email": "you@example.org", "password": "…"}`. The answer’s `result.data.token` goes into the header `Authorization: Bearer TOKEN` of every call.',
          "Amounts are texts with two decimal places, such as `325.00`. Every answer says `success`; a failure has `error` in words and a `code` that stays.",
          "A field that a call does not know is refused by its name. Fields that the shop decides itself (prices, totals, `live`) may be sent and are ignored; `uniqueOrderId` is the older name of `uniqueId`.",
        ].join("\n\n"),
      },
      tags: [
        { name: "Sign in", description: "A token for the calls below." },
        { name: "Purchase", description: "Placing, paying, cancelling and reassigning orders." },
        { name: "Courier", description: "Places, delivery quotes, collections and waybills." },
        { name: "Contact", description: "Messages to the shop." },
        {
          name: "Generic entities",
          description:
            "Saving, reading and deleting by kind: address, product, promo, testimonial, rhizo-config, site-copy, email-copy.",
        },
        { name: "Uploads", description: "Pictures, videos and documents." },
        { name: "Files", description: "Exports, papers and pictures to download." },
      ],
      components: {
        securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      },
      security: [{ bearer: [] }, {}],
    },
    transformObject(document) {
      if (!("openapiObject" in document)) return document.swaggerObject;
      const { openapiObject } = document;
      return { ...openapiObject, paths: { ...signInCall, ...openapiObject.paths } };
    },
    transform(route) {
      const transformed = jsonSchemaTransform(route);
      const isDescribed = route.url.startsWith("/api/") && !route.url.startsWith("/api/docs");
      return isDescribed
        ? transformed
        : { ...transformed, schema: { ...transformed.schema, hide: true } };
    },
  });
}

/** `GET /api/openapi.json`, and a page that shows it at `/api/docs`. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  app.get("/api/openapi.json", { schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, { routePrefix: "/api/docs", staticCSP: true });
}
