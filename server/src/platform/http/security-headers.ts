import { createHash } from "node:crypto";
import { firstPaintScript } from "@portal/shared/platform/first-paint.ts";
import type { FastifyInstance } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import type { Deps } from "../../deps.ts";

/** Sets the headers of every response. Computed once: Fastify's plugin for helmet computes them for each request. */
export function sendSecurityHeaders(app: FastifyInstance, deps: Pick<Deps, "shop" | "card">): void {
  const setHeaders = helmet(securityHeaders(deps));
  app.addHook("onRequest", (request, reply, done) => {
    // It passes no error: invalid options throw at the start.
    setHeaders(request.raw, reply.raw, () => done());
  });
}

/** Allows only our own scripts and the inline one of the prerendered pages, no framing, and no referrer. */
function securityHeaders({ shop, card }: Pick<Deps, "shop" | "card">): HelmetOptions {
  const isSecure = shop.publicUrl.startsWith("https:");
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", `'sha256-${hashOf(firstPaintScript)}'`],
        // Mantine writes style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // A picture that is being cropped has not been uploaded yet.
        imgSrc: [
          "'self'",
          "data:",
          "blob:",
          ...(shop.mapTiles ? [new URL(shop.mapTiles.url).origin] : []),
        ],
        // The poster of a video is drawn in the browser before the upload.
        mediaSrc: ["'self'", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        // The answer to a form may lead on to another host, as those of the card provider and of its stand-in do.
        formAction: [
          "'self'",
          ...new Set([
            ...[shop.publicUrl, shop.officeUrl ?? shop.publicUrl].map((url) => new URL(url).origin),
            ...card.formOrigins,
          ]),
        ],
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

function hashOf(script: string): string {
  return createHash("sha256").update(script).digest("base64");
}
