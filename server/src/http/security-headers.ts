import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { Deps } from "../deps.ts";

/** No script that is not a file of ours, no frame around us, no address of ours told to others. */
export function securityHeaders({ shop, card }: Pick<Deps, "shop" | "card">): FastifyHelmetOptions {
  const isSecure = shop.publicUrl.startsWith("https:");
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library writes its sizes into style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", ...(shop.mapTiles ? [new URL(shop.mapTiles.url).origin] : [])],
        // A poster is drawn from a video before that is sent.
        mediaSrc: ["'self'", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'", new URL(shop.publicUrl).origin, ...card.formOrigins],
        ...(isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: "no-referrer" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: true,
    xFrameOptions: { action: "deny" },
  };
}
