import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";

/** Asked every few seconds by machines; of no interest until something is wrong. */
const quietPaths = /^\/(healthz|readyz|metrics|assets\/)/;

/** Headers and bodies are never logged, and are crossed out should a bug put them there. */
export function requestLog(level: string) {
  return {
    logController: new fastify.LogController({ disableRequestLogging: true }),
    logger:
      level === "silent"
        ? false
        : {
            level,
            redact: {
              paths: ["cookie", "authorization", "password", "passphrase", "token"].flatMap(
                (secret) => [`*.${secret}`, `*.headers.${secret}`],
              ),
              censor: "[hidden]",
            },
          },
  };
}

/** One line for each request when it is answered. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, { statusCode: status, elapsedTime }) => {
    const path = pathOf(request);
    const line = { method: request.method, path, status, ms: Math.round(elapsedTime) };
    request.log[quietPaths.test(path) ? "debug" : "info"](line, "answered");
  });
}

/** Without the query, which holds what people searched for. */
function pathOf({ url }: Pick<FastifyRequest, "url">): string {
  return url.split("?", 1)[0] ?? url;
}
