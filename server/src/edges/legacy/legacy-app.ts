import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
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
export const doneAnswer = z.object(answered).meta({ example: { success: true } });
export const savedAnswer = z
  .object({ ...answered, id: z.int() })
  .meta({ example: { success: true, id: 12 } });
export const orderAnswer = z.object({ ...answered, uuid: z.string() });

/** `example` is what the description of the API shows of the data. */
export function dataAnswer<Data extends z.ZodType>(data: Data, example: z.output<Data>) {
  return z.object({ ...answered, data }).meta({ example: { success: true, data: example } });
}

/** The order that all examples are about. */
export const exampleOrderId = "7d3f0c3e-4f6a-4a53-9f0e-3f0a5b6c7d8e";

/** A refusal: `error` is what a person reads, `code` its name that stays. */
const refusedAnswer = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string().optional(),
  code: z.string(),
  correlationId: z.string(),
});

export const refusals = {
  400: refused("Something in the request is wrong; the error names it.", "order.empty"),
  401: refused("No one is signed in.", "access.sign-in-required"),
  403: refused("The role may not do this.", "access.forbidden"),
  404: refused("It does not exist, or you cannot see it.", "order.unknown"),
  409: refused("Its current state does not allow this.", "request.in-progress"),
  429: refused("Too many attempts.", "access.too-many-tries"),
} as const;

function refused(description: string, code: DomainErrorCode) {
  const { message } = new DomainError(code);
  const example = {
    success: false,
    error: message,
    code,
    correlationId: "b1c5c0de-2f0a-4c38-8b8e-5d1c7a9e0f11",
  };
  return refusedAnswer.meta({ description, example });
}

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
