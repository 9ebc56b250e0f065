import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { type HeldAnswer, holdAnswer } from "../../platform/http/held-answer.ts";
import { listProducts } from "../../sales/prices/catalog.actions.ts";
import { isOfficeHost } from "../trpc/request-caller.ts";
import { closedRobots, robotsOf, sitemapOf } from "./page-head.rules.ts";

/** What a guest sees of the products; null while the database has never answered. */
export type SharedCatalogue = Pick<
  Awaited<ReturnType<typeof listProducts>>,
  "currency" | "products"
> | null;

export function holdSharedCatalogue(
  deps: Pick<Deps, "db" | "readDb" | "shop">,
): HeldAnswer<SharedCatalogue> {
  return holdAnswer<SharedCatalogue>(async () => {
    const { currency, products } = await listProducts({ ...deps, user: null });
    const goods = products.filter(({ productCode }) => productCode !== deliveryProductCode);
    return { currency, products: goods };
  }, null);
}

/** Whether a request came to a host of the office that is not the shop's as well. */
function isOfficeAlone(
  request: Pick<FastifyRequest, "host" | "hostname">,
  deps: Pick<Deps, "officeHostPattern" | "officeUrl" | "shop">,
): boolean {
  const isShop = request.host.toLowerCase() === new URL(deps.shop.publicUrl).host;
  return !isShop && isOfficeHost(request, deps);
}

/** Search engines list nothing of the office's host, whatever is asked for. */
export function keepOfficeOutOfSearch(
  app: FastifyInstance,
  deps: Pick<Deps, "officeHostPattern" | "officeUrl" | "shop">,
): void {
  app.addHook("onRequest", async (request, reply) => {
    if (isOfficeAlone(request, deps)) void reply.header("x-robots-tag", "noindex");
  });
}

/** `robots.txt`, and `sitemap.xml` with every page that search engines list. */
export async function searchEngineRoutes(
  app: FastifyInstance,
  deps: Deps,
  catalogue: HeldAnswer<SharedCatalogue>,
): Promise<void> {
  app.get("/robots.txt", async (request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .send(isOfficeAlone(request, deps) ? closedRobots : robotsOf(deps.shop.publicUrl)),
  );
  app.get("/sitemap.xml", async (_request, reply) => {
    const known = await catalogue.known();
    return reply
      .type("application/xml; charset=utf-8")
      .send(sitemapOf(deps.shop.publicUrl, known?.products ?? []));
  });
}
