import {
  DomainError,
  type DomainErrorCode,
  type DomainErrorStatus,
  domainErrors,
} from "@portal/shared/platform/domain-error.ts";
import { requestReasonOf } from "@portal/shared/platform/request-reason.ts";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { FastifyInstance } from "fastify";
import type { AppOptions } from "../../deps.ts";
import { asBusy } from "../ledger/busy.ts";
import { InvalidField } from "./invalid-field.ts";

const statusCodes: Record<DomainErrorStatus, number> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
};

type Failure = Readonly<{
  status: number;
  message: string;
  reason: DomainErrorCode | null;
  /** The field that the refusal belongs to, and what is wrong with it. */
  wrong?: Readonly<{ field: string; words: string }> | undefined;
}>;

/** Answers errors that no procedure handled: refusals in a hook, and errors of all other routes. */
export function handleErrors(
  app: FastifyInstance,
  { countRefusal }: Pick<AppOptions, "countRefusal">,
): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = asBusy(thrown);
    const failure = failureOf(error);
    if (failure.reason !== null) countRefusal(failure.reason);
    if (failure.status >= 500) {
      const level = failure.status === 503 ? "warn" : "error";
      request.log[level]({ err: error }, "a request failed");
    }
    const body = request.url.startsWith("/trpc/") ? procedureFailure : routeFailure;
    return reply.code(failure.status).send(body(failure, request.id));
  });
}

function failureOf(error: unknown): Failure {
  if (error instanceof DomainError)
    return {
      status: statusCodes[domainErrors[error.code].status],
      message: error.message,
      reason: error.code,
      wrong: error.field === null ? undefined : { field: error.field, words: error.message },
    };
  if (error instanceof InvalidField) {
    const { statusCode: status, message, field, words } = error;
    return { status, message, reason: null, wrong: field === null ? undefined : { field, words } };
  }
  const status = statusOf(error);
  const isBug = status >= 500 || !(error instanceof Error);
  return { status, message: isBug ? "An error occurred" : error.message, reason: null };
}

/** Fastify's own errors (body too large, not JSON) have a status. */
function statusOf(error: unknown): number {
  if (!(error instanceof Error) || !("statusCode" in error)) return 500;
  return typeof error.statusCode === "number" && error.statusCode >= 400 ? error.statusCode : 500;
}

type RouteFailure = Readonly<{
  success: false;
  error: string;
  /** What is wrong with the field, without its name. */
  message?: string;
  field?: string;
  code: string;
  correlationId: string;
}>;

/** The error body of every route but the procedures (specification, section 7). */
export function routeFailure(
  { message, reason, status, wrong }: Failure,
  correlationId: string,
): RouteFailure {
  const code = reason ?? requestReasonOf(status);
  const named = wrong && { field: wrong.field, message: wrong.words };
  return { success: false, error: message, ...named, code, correlationId };
}

/** Has the shape of an error that a procedure throws, so that the client reads both in the same way. */
function procedureFailure({ status, message, reason }: Failure, correlationId: string) {
  const code = Object.entries(statusCodes).find(([, known]) => known === status)?.[0];
  const data = {
    code: code ?? (status < 500 ? "BAD_REQUEST" : "INTERNAL_SERVER_ERROR"),
    httpStatus: status,
    path: null,
    reason: reason ?? requestReasonOf(status),
    fieldErrors: {},
    correlationId,
  };
  const number =
    status < 500
      ? TRPC_ERROR_CODES_BY_KEY.BAD_REQUEST
      : TRPC_ERROR_CODES_BY_KEY.INTERNAL_SERVER_ERROR;
  return { error: { message, code: number, data } };
}
