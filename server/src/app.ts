import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import type { AppOptions, Deps } from "./deps.ts";
import { apiRoutes } from "./edges/trpc/api-routes.ts";
import { handleErrors } from "./platform/http/error-handler.ts";
import { guardAgainstForgery, guardRoutes } from "./edges/rest/route-guard.ts";
import { measure } from "./platform/http/metrics.ts";
import { outageLog } from "./platform/http/outage-log.ts";
import { requestIdFrom } from "./platform/http/request-id.ts";
import { logAnswers, requestLog } from "./platform/http/request-log.ts";
import { sendSecurityHeaders } from "./platform/http/security-headers.ts";
import {
  connectionLimits,
  allowSlowAnswers,
  limitBodyTime,
  refuseUnstorableText,
} from "./platform/http/request-body.ts";
import {
  holdSharedCatalogue,
  keepOfficeOutOfSearch,
  searchEngineRoutes,
} from "./edges/client/search-engines.ts";
import { securityTxtRoute } from "./edges/client/security-txt.ts";
import { webClient } from "./edges/client/web-client.ts";
import { statementUploadRoutes } from "./edges/rest/statement-upload.ts";
import {
  courierTrackingRoutes,
  payfastNotifyRoutes,
  stripeNotifyRoutes,
} from "./edges/rest/provider-callbacks.ts";
import { captchaRoutes } from "./edges/rest/captcha.ts";
import {
  clickAndDropRoutes,
  reportFileRoutes,
  selfBilledInvoiceRoutes,
  statementFileRoutes,
} from "./edges/rest/report-files.ts";
import { healthRoutes, readinessOf } from "./edges/rest/health.ts";
import { orderDocumentRoutes } from "./edges/rest/order-documents.ts";
import { apiDocs, describeApi } from "./edges/legacy/api-description.ts";
import { legacyApi } from "./edges/legacy/legacy-api.ts";
import { paymentReminderRoutes } from "./edges/rest/payment-reminders.ts";
import { resourceFileRoutes, resourceImageRoutes } from "./edges/rest/resource-files.ts";
import { sandboxCourierRoutes } from "./edges/sandbox/courier/sandbox-courier.ts";
import { sandboxPayfastRoutes } from "./edges/sandbox/payfast/sandbox-payfast.ts";
import { begunUploadRoutes } from "./edges/rest/begun-uploads.ts";
import { uploadRoutes } from "./edges/rest/uploads.ts";
import { viaRoutes, viaUrlFrom } from "./edges/rest/via.ts";

/** The largest order with all its recipients is a tenth of this. */
const bodyBytesMax = 256 * 1024;

/** Registers every route of the server. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const outages = outageLog();
  const app = fastify({
    ...requestLog(options.logLevel, options.keepLogLine, outages),
    trustProxy: trustedProxies(options.trustProxy),
    genReqId: ({ headers }) => requestIdFrom(headers) ?? deps.newId(),
    bodyLimit: bodyBytesMax,
    rewriteUrl: ({ url = "/" }) => viaUrlFrom(url),
    ...connectionLimits,
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: false },
    return503OnClosing: true,
    forceCloseConnections: "idle",
  });
  outages.use(app.log);
  app.addHook("onClose", async () => outages.flush());
  guardRequests(app, deps, options);
  await app.register(compress, {
    threshold: 1024,
    // Up to here compressing takes a millisecond, and a stream for it longer.
    syncThreshold: 65_536,
    globalDecompression: false,
  });
  await app.register(cookie);

  await describeApi(app, deps);

  await app.register((scope) => healthRoutes(scope, deps, options));
  if (options.isWorkerOnly) return app;

  // Open streams would prevent the server from closing.
  app.addHook("preClose", () => deps.live.close());
  await app.register((scope) => apiRoutes(scope, deps, options));
  await app.register((scope) => captchaRoutes(scope, deps));
  const { payfast, stripe } = deps.card;
  if (payfast) await app.register((scope) => payfastNotifyRoutes(scope, deps, payfast));
  if (stripe) await app.register((scope) => stripeNotifyRoutes(scope, deps, stripe));
  await app.register((scope) => statementUploadRoutes(scope, deps));
  await app.register((scope) => orderDocumentRoutes(scope, deps));
  await app.register((scope) => reportFileRoutes(scope, deps));
  await app.register((scope) => statementFileRoutes(scope, deps));
  await app.register((scope) => selfBilledInvoiceRoutes(scope, deps));
  await app.register((scope) => clickAndDropRoutes(scope, deps));
  await app.register((scope) => paymentReminderRoutes(scope, deps));
  await app.register((scope) => courierTrackingRoutes(scope, deps, options.courierWebhookKey));
  await app.register((scope) => uploadRoutes(scope, deps));
  await app.register((scope) => begunUploadRoutes(scope, deps));
  await app.register((scope) => resourceImageRoutes(scope, deps));
  await app.register((scope) => resourceFileRoutes(scope, deps));
  await app.register((scope) => legacyApi(scope, deps));
  if (options.apiDocs) await app.register(apiDocs);
  const isSecure = deps.shop.publicUrl.startsWith("https:");
  await app.register((scope) => viaRoutes(scope, { ...deps, isSecure }));
  const { sandbox } = options;
  if (sandbox) await app.register((scope) => sandboxPayfastRoutes(scope, deps, sandbox));
  const { sandboxStripe } = options;
  if (sandboxStripe) {
    const { sandboxStripeRoutes } = await import("./edges/sandbox/stripe/sandbox-stripe.ts");
    await app.register((scope) => sandboxStripeRoutes(scope, deps, sandboxStripe));
  }
  const { sandboxCourier } = options;
  if (sandboxCourier)
    await app.register((scope) => sandboxCourierRoutes(scope, { ...deps, ...sandboxCourier }));
  const catalogue = holdSharedCatalogue(deps);
  await app.register((scope) => searchEngineRoutes(scope, deps, catalogue));
  await app.register((scope) => securityTxtRoute(scope, deps));
  await webClient(app, options.webFolder, {
    copiesOf: deps.copies.known,
    catalogueOf: catalogue.known,
    shop: deps.shop,
  });
  return app;
}

/** While the server closes, responses close their connection: a keep-alive connection would delay the shutdown. */
function closeConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) void reply.header("connection", "close");
  });
}

/** Hooks for every request, in this order. */
function guardRequests(app: FastifyInstance, deps: Deps, options: AppOptions): void {
  // Other content types are refused before the body is read; compressed bodies are never decompressed.
  app.removeContentTypeParser("text/plain");
  sendSecurityHeaders(app, deps);
  keepOfficeOutOfSearch(app, deps);
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("x-correlation-id", request.id);
    if (request.headers["content-encoding"] !== undefined)
      throw Object.assign(new Error("Send the body as it is."), { statusCode: 415 });
  });

  closeConnectionsWhenClosing(app);
  handleErrors(app, options);
  logAnswers(app);
  limitBodyTime(app);
  allowSlowAnswers(app);
  const isReady = async () => !options.isDraining() && (await readinessOf(deps)).isReady;
  measure(app, deps, { ...options, isReady });
  guardAgainstForgery(app, deps.sessions);
  guardRoutes(app, deps);
  refuseUnstorableText(app);
}

/** A number means that many proxies in front of this server; addresses and ranges are passed on. */
function trustedProxies(trusted: AppOptions["trustProxy"]) {
  if (typeof trusted !== "number") return trusted;
  return (_address: string, hop: number) => hop < trusted;
}
