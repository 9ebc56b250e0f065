import { guestId } from "@portal/shared/platform/older-fields.ts";
import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { TRPCError } from "@trpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
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
import { InvalidField, invalidField, issueSchema } from "../../platform/http/invalid-field.ts";
import { withCurrentNames } from "../../platform/http/current-input.ts";
import { createCallerFactory } from "../../platform/http/trpc.ts";
import { callerFor } from "../trpc/request-caller.ts";

const createCaller = createCallerFactory(appRouter);
/** The procedures of our own client, called directly: their permissions and rules hold here as well. */
export type Procedures = ReturnType<typeof createCaller>;
export type Identify = ReturnType<typeof identifyWith>;
export type LegacyCaller = Awaited<ReturnType<Identify>>;

export function identifyWith(deps: Deps) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await callerFor(deps, request, reply);
    return { caller, procedures: createCaller(caller) };
  };
}

export type LegacyApp = ReturnType<typeof asLegacyApp>;

/**
 * Lets the zod schemas of a scope's routes validate requests, serialize responses and generate the API description. Refusals
 * have the same form as those of all other routes.
 */
export function asLegacyApp(app: FastifyInstance) {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook(
    "onRequest",
    async (_request, reply) => void reply.header("cache-control", "no-store"),
  );
  app.addHook("preValidation", async (request) => {
    request.body = withCurrentNames(request.body, guestId);
    request.query = withCurrentNames(request.query, guestId);
  });
  app.setErrorHandler((thrown, request) => {
    throw unwrapped(thrown, request);
  });
  return app.withTypeProvider<ZodTypeProvider>();
}

/** The refusal that a procedure has wrapped, with the field that it belongs to by the name that older clients know. */
function unwrapped(thrown: unknown, { params, query, body }: FastifyRequest): unknown {
  if (hasZodFastifySchemaValidationErrors(thrown))
    return byOlderName(invalidField(thrown.validation.flatMap(issueOf)));
  const cause = thrown instanceof TRPCError ? thrown.cause : thrown;
  if (cause instanceof z.core.$ZodError) return byOlderName(invalidField(cause.issues));
  if (cause instanceof DomainError) {
    const sent = z.array(sentSchema).parse([params, query, body]);
    const field = fileRefusals.has(cause.code)
      ? "file"
      : refusedFields[cause.code]?.find((name) => sent.some((part) => name in part));
    return cause.field === null && field ? cause.ofField(field) : cause;
  }
  return thrown instanceof TRPCError ? thrown : cause;
}

const sentSchema = z.looseObject({}).catch({});

/** Undoes what the type provider makes of zod's issue. */
function issueOf({
  instancePath,
  message,
  params,
}: Readonly<{ instancePath: string; message?: string | undefined; params: object }>) {
  const path = instancePath.split("/").filter((part) => part !== "");
  return issueSchema.safeParse({ ...params, path, message: message ?? "" }).data ?? [];
}

/** Fields of the procedures that are sent under another name, or that follow from another field. */
const olderFields: Readonly<Record<string, string>> = {
  placeId: "place",
  entry: "place",
  phoneCountry: "defaultPhoneCountry",
};

function byOlderName(refusal: InvalidField): InvalidField {
  const older = olderFields[refusal.field ?? ""];
  return older === undefined ? refusal : new InvalidField(older, refusal.words);
}

const fileRefusals: ReadonlySet<DomainErrorCode> = new Set([
  "upload.no-file",
  "upload.wrong-kind",
  "upload.too-large",
  "upload.unreadable-picture",
  "upload.wrong-captions",
]);

/** Refusals that are of one field, whichever of these the request has. */
const refusedFields: Readonly<Partial<Record<DomainErrorCode, readonly string[]>>> = {
  "order.unknown": ["orderId", "purchaseId"],
  "order.unknown-address": ["addressId", "id", "order"],
  "order.unknown-product": ["items", "order"],
  "order.product-unavailable": ["items", "order"],
  "order.wrong-quantity": ["items", "order"],
  "order.empty": ["items", "order"],
  "order.unknown-service": ["order"],
  "courier.no-service": ["service"],
  "courier.outside-hours": ["collectionDateAndTime"],
  "account.unknown": ["distributorId"],
  "address.unknown-place": ["place", "googlePlace"],
  "address.other-country": ["place", "googlePlace"],
  "address.last": ["id"],
  "contact.wrong-cell": ["cellNumber"],
  "content.empty": ["copy"],
  "product.unknown": ["id"],
  "request.unknown-entity": ["entity"],
  "request.unknown-item": ["id"],
  "testimonial.unknown": ["id"],
  "upload.unknown": ["uploadId", "id"],
};

/**
 * Protects a GET that changes something, which exists for older clients (docs/decisions.md, 21): only a program with a
 * bearer token or a script of our own pages may call it, and no link, image or prefetch.
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

/** The fields of every response to older clients (specification, section 7). */
const answered = {
  success: z.literal(true),
  message: z.string().optional(),
};
export const doneAnswer = z.object(answered).meta({ example: { success: true } });
export const savedAnswer = z
  .object({ ...answered, id: z.int() })
  .meta({ example: { success: true, id: 12 } });
export const orderAnswer = z.object({ ...answered, uuid: z.string() });

export function answer<Data>(data: Data) {
  return { success: true as const, data };
}

/** The schema of `answer`, with an example for the API description. */
export function dataAnswer<Data extends z.core.$ZodType>(data: Data, example: z.output<Data>) {
  return z.object({ ...answered, data }).meta({ example: { success: true, data: example } });
}

/** The order of all examples. */
export const exampleOrderId = "7d3f0c3e-4f6a-4a53-9f0e-3f0a5b6c7d8e";

/** `error` is for people and may change; `code` is stable. `field` is the path of what is wrong, and `message` says what. */
const refusedAnswer = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string().optional(),
  field: z.string().optional(),
  code: z.string(),
  correlationId: z.string(),
});

export type Refusals = typeof refusals;
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

type RouteSchema = Readonly<{
  /** The call's name in generated clients: never renamed. */
  operationId: string;
  summary: string;
  description?: string;
  consumes?: string[];
  params?: z.core.$ZodType;
  querystring?: z.core.$ZodType;
  body?: z.core.$ZodType;
}>;

/** The options of routes of one group of the API description. */
export function describedAs(tags: string[]) {
  return <Schema extends RouteSchema, Ok extends z.core.$ZodType>(schema: Schema, ok: Ok) => ({
    schema: { tags, ...schema, response: { 200: ok, ...refusals } },
  });
}

export const idempotency = "Send the header Idempotency-Key (a UUID) to repeat the call safely.";
const keySchema = z.guid("Send a UUID as Idempotency-Key.").lowercase().optional();

/** The request's idempotency key, or a new id. */
export function commandIdOf(request: FastifyRequest, { newId }: Pick<Caller, "newId">): string {
  return keyOf(request) ?? newId();
}

/** An invalid key is refused rather than ignored, because the caller relies on it. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  return keySchema.parse(headers["idempotency-key"]);
}
