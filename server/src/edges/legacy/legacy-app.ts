import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { TRPCError } from "@trpc/server";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from "fastify";
import {
  hasZodFastifySchemaValidationErrors,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import { z } from "zod";
import { appRouter } from "../../app-router.ts";
import type { Caller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { knownFields } from "../../platform/http/known-fields.ts";
import { createCallerFactory } from "../../platform/http/trpc.ts";
import { callerFor } from "../trpc/request-caller.ts";

/** Routes whose zod schemas check what comes in, shape what goes out, and are the description. */
export type LegacyApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

const createCaller = createCallerFactory(appRouter);
/** The procedures of our own client, as whoever asks: one gate, one set of rules for both. */
export type Procedures = ReturnType<typeof createCaller>;
export type Asked = Readonly<{ caller: Caller; procedures: Procedures }>;

export type Ask = (request: FastifyRequest, reply: FastifyReply) => Promise<Asked>;

export function askWith(deps: Deps): Ask {
  return async (request, reply) => {
    const caller = await callerFor(deps, request, reply);
    return { caller, procedures: createCaller(caller) };
  };
}

/** Makes a scope speak zod, and lets its refusals read as those of all other routes. */
export function asLegacyApp(app: FastifyInstance): LegacyApp {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook(
    "onRequest",
    async (_request, reply) => void reply.header("cache-control", "no-store"),
  );
  // A misspelt field is refused by its name, in the body and in the address alike.
  app.addHook("preValidation", async (request) => {
    const { body, querystring } = request.routeOptions.schema ?? {};
    if (body instanceof z.ZodType) request.body = knownFields(body, request.body);
    if (querystring instanceof z.ZodType) request.query = knownFields(querystring, request.query);
  });
  app.setErrorHandler((thrown) => {
    throw plain(thrown);
  });
  return app.withTypeProvider<ZodTypeProvider>();
}

/** A procedure wraps its refusal; the schema's names where it was found. */
function plain(thrown: unknown): unknown {
  if (hasZodFastifySchemaValidationErrors(thrown)) {
    const [first] = thrown.validation;
    return badRequest(
      first?.instancePath.slice(1).replaceAll("/", ".") ?? "",
      first?.message ?? "",
    );
  }
  const cause = thrown instanceof TRPCError ? thrown.cause : thrown;
  if (cause instanceof z.ZodError) {
    const [first] = cause.issues;
    return badRequest(first?.path.join(".") ?? "", first?.message ?? "");
  }
  return cause instanceof DomainError || !(thrown instanceof TRPCError) ? cause : thrown;
}

function badRequest(field: string, message: string): Error {
  const words = message || "Please complete all fields before saving.";
  return Object.assign(new Error(field ? `${field}: ${words}` : words), { statusCode: 400 });
}

/**
 * A GET that changes something is kept for older clients (docs/decisions.md, 21): a program with its token may
 * call it, and a script of our own pages; no link, picture or prefetch of a page can.
 *
 * @throws DomainError access.forbidden
 */
export function requireDeliberate({ headers }: FastifyRequest): void {
  const isAhead = headers["purpose"] === "prefetch" || headers["sec-purpose"] !== undefined;
  const isProgram = headers.authorization?.startsWith("Bearer ") === true;
  const isOwnScript =
    headers["sec-fetch-site"] === "same-origin" && headers["sec-fetch-dest"] === "empty";
  if (isAhead || !(isProgram || isOwnScript)) throw new DomainError("access.forbidden");
}

/** What older clients read of every answer (specification, section 7). */
const answered = {
  success: z.literal(true),
  message: z.string().optional(),
};
export const doneAnswer = z.object(answered);
export const savedAnswer = z.object({ ...answered, id: z.int() });
export const orderAnswer = z.object({ ...answered, uuid: z.string() });

export function dataAnswer<Data extends z.ZodType>(data: Data) {
  return z.object({ ...answered, data });
}

/** A refusal: `error` is what a person reads, `code` its name that stays. */
const refusedAnswer = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string().optional(),
  code: z.string(),
  correlationId: z.string(),
});

export const refusals = {
  400: refusedAnswer.describe("Something in the request is wrong; the error names it."),
  401: refusedAnswer.describe("No one is signed in."),
  403: refusedAnswer.describe("The role may not do this."),
  404: refusedAnswer.describe("It does not exist, or you cannot see it."),
  409: refusedAnswer.describe("Its current state does not allow this."),
  429: refusedAnswer.describe("Too many attempts."),
} as const;

export const idempotency = "Send the header Idempotency-Key (a UUID) to repeat the call safely.";
const keySchema = z.guid("Send a UUID as Idempotency-Key.").lowercase().optional();

/** A repeated request brings the same key; without one it is a new request. */
export function commandIdOf(request: FastifyRequest, { newId }: Pick<Caller, "newId">): string {
  return keyOf(request) ?? newId();
}

/** A key that cannot be one is refused: whoever sends it relies on it. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  return keySchema.parse(headers["idempotency-key"]);
}
