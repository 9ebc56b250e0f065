import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { shopName } from "@portal/shared/platform/constants.ts";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { fileParameters, plainRefusals, resourceCalls } from "./described-files.ts";
import { describedAsNumbers } from "./legacy-values.ts";

const signInCall = {
  "/trpc/auth.login": {
    post: {
      operationId: "signIn",
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
        "429": { description: "Too many attempts." },
      },
    },
  },
};

const callSchema = z.looseObject({ responses: z.looseObject({}).default({}) });

/** With what a route without schemas of its own takes and answers. */
function fileCall(path: string, calls: unknown) {
  const parameters = fileParameters[path];
  return Object.fromEntries(
    Object.entries(z.looseObject({}).parse(calls)).map(([method, route]) => {
      const { responses, ...call } = callSchema.parse(route);
      return [
        method,
        {
          ...call,
          ...(parameters && { parameters }),
          responses: { ...responses, ...refusalsOf[path] },
        },
      ];
    }),
  );
}

/** Of the calls of machines and of the downloads. */
const refusalsOf: Readonly<Record<string, ReturnType<typeof plainRefusals>>> = {
  "/api/purchase/payfast-notify": plainRefusals(429),
  "/api/the-courier-guy/tracking": plainRefusals(403, 429),
  "/api/customer/export": plainRefusals(400, 401, 403, 429),
  "/api/sales-report/export": plainRefusals(400, 401, 403, 429),
};

/** Older clients send numbers as text too; a new one has no reason to. */
const transformToJson = createJsonSchemaTransform({
  zodToJsonConfig: {
    override: ({ zodSchema, jsonSchema }) => {
      const described = describedAsNumbers.get(zodSchema);
      if (!described) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, described);
    },
  },
});

/** The same call is answered at the path with a slash at its end; a client gets one of the two. */
function isDescribed(url: string): boolean {
  return url.startsWith("/api/") && !url.startsWith("/api/docs") && !url.endsWith("/");
}

/** Collects the schemas of the routes under /api. Has to be registered before them. */
export async function describeApi(
  app: FastifyInstance,
  { shop, officeUrl }: Pick<Deps, "shop" | "officeUrl">,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: `${shopName} API`,
        version: "1.0.0",
        license: { name: "For the shop and who works with it", identifier: "LicenseRef-shop" },
        description: [
          'Sign in first: `POST /trpc/auth.login` with `{"email": "you@example.org", "password": "…"}`. The answer’s `result.data.token` goes into the header `Authorization: Bearer TOKEN` of every call.',
          "Amounts are texts with two decimal places, such as `325.00`. Every answer says `success`; a failure has `error` in words and a `code` that stays, and where it is of one field its path as `field` and the words about it as `message`.",
          "A field that a call does not know is refused by its name. Fields that the shop decides itself (prices, totals, `live`) may be sent and are ignored; `uniqueOrderId` is the older name of `uniqueId`.",
          "Ids are numbers, also where older clients send them as text. A slash at the end of `/api/contact-us` and of `/api/purchase/payfast-notify` makes no difference.",
        ].join("\n\n"),
      },
      servers: [
        { url: shop.publicUrl, description: "The shop" },
        ...(officeUrl === shop.publicUrl ? [] : [{ url: officeUrl, description: "The office" }]),
      ],
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
        { name: "Uploads and resources", description: "Pictures, videos and documents." },
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
      const paths = Object.entries(openapiObject.paths ?? {}).map(([path, calls]) => [
        path,
        fileCall(path, calls),
      ]);
      const ofRoutes = Object.fromEntries(paths);
      return { ...openapiObject, paths: { ...signInCall, ...ofRoutes, ...resourceCalls } };
    },
    transform(route) {
      const transformed = transformToJson(route);
      return isDescribed(route.url)
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
