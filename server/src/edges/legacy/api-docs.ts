import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { shopName } from "@portal/shared/platform/constants.ts";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";

/** Notes the schemas of every route under /api as it is added; it has to be there before they are. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: `${shopName} API`,
        version: "1.0.0",
        description:
          "Sign in with auth.login of /trpc and send its token as a bearer token. Amounts are decimals with two places.",
      },
      components: {
        securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      },
      security: [{ bearer: [] }, {}],
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

/** `GET /api/openapi.json` and a page to read it at `/api/docs`. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  app.get("/api/openapi.json", { schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, { routePrefix: "/api/docs", staticCSP: true });
}
