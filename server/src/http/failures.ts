import { DomainError, type DomainErrorStatus, domainErrors } from "@portal/shared/domain-error.ts";
import type { FastifyInstance } from "fastify";
import { asBusy } from "../ledger/busy.ts";

const statusCodes: Record<DomainErrorStatus, number> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** What every route outside tRPC answers when it cannot do what was asked. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = asBusy(thrown);
    const correlationId = request.id;
    if (error instanceof DomainError) {
      const status = statusCodes[domainErrors[error.code].status];
      if (status === 503) request.log.warn({ err: error }, "busy");
      return reply
        .code(status)
        .send({ success: false, error: error.message, code: error.code, correlationId });
    }
    const status = statusOf(error);
    if (status < 500)
      return reply
        .code(status)
        .send({ success: false, error: messageOf(error), code: null, correlationId });
    request.log.error({ err: error }, "a request failed");
    return reply
      .code(500)
      .send({ success: false, error: "An error occurred", code: null, correlationId });
  });
}

/** Fastify's own refusals (too large, not JSON, too many) say so in a status. */
function statusOf(error: unknown): number {
  if (!(error instanceof Error) || !("statusCode" in error)) return 500;
  return typeof error.statusCode === "number" && error.statusCode >= 400 ? error.statusCode : 500;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "Bad request";
}
