import type { FastifyRequest, FastifyServerOptions } from "fastify";

/**
 * One line for each request when it is answered. The query is left out, because it holds what people
 * searched for; headers and bodies are never in it, and are crossed out should a bug put them there.
 */
export function requestLog(
  level: string,
): Pick<FastifyServerOptions, "logger" | "disableRequestLogging"> {
  return {
    disableRequestLogging: true,
    logger:
      level === "silent"
        ? false
        : {
            level,
            redact: {
              paths: [
                "*.authorization",
                "*.cookie",
                "*.password",
                "*.passphrase",
                "*.token",
                "headers.authorization",
                "headers.cookie",
                "req.headers",
              ],
              censor: "[hidden]",
            },
            serializers: {
              req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request) }),
            },
          },
  };
}

export function pathOf({ url }: Pick<FastifyRequest, "url">): string {
  return url.split("?", 1)[0] ?? url;
}
