import { createHash } from "node:crypto";
import { firstPaintScript } from "@portal/shared/platform/first-paint.ts";
import type { FastifyInstance } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import type { Deps } from "../../deps.ts";

/**
 * Every answer carries them, refusals too. They are made up once: Fastify's plugin for them does so
 * for each request, which is dear in a small one.
 */
export function sendSecurityHeaders(app: FastifyInstance, deps: Pick<Deps, "shop" | "card">): void {
  const setHeaders = helmet(securityHeaders(deps));
  app.addHook("onRequest", (request, reply, done) => {
    // It hands over no error: what is wrong with the options is thrown at the start.
    setHeaders(request.raw, reply.raw, () => done());
  });
}

/** No script that is not a file of ours or the one in the drawn pages, no frame around us, no address of ours told to others. */
function securityHeaders({ shop, card }: Pick<Deps, "shop" | "card">): HelmetOptions {
  const isSecure = shop.publicUrl.startsWith("https:");
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", `'sha256-${hashOf(firstPaintScript)}'`],
        // The component library writes its sizes into style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // A picture that is being cropped has not been uploaded yet.
        imgSrc: [
          "'self'",
          "data:",
          "blob:",
          ...(shop.mapTiles ? [new URL(shop.mapTiles.url).origin] : []),
        ],
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

function hashOf(script: string): string {
  return createHash("sha256").update(script).digest("base64");
}
