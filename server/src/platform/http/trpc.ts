import { DomainError, domainErrors } from "@portal/shared/platform/domain-error.ts";
import type { Audience, Row } from "@portal/shared/platform/permission-rows.ts";
import {
  mayCall,
  mayChangeWhileImpersonating,
  needsSignIn,
  permissions,
  type Procedure,
  type ProcedureFor,
} from "@portal/shared/platform/permissions.ts";
import { requestReasonOf } from "@portal/shared/platform/request-reason.ts";
import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import { notSignedIn } from "../access/not-signed-in.ts";
import { requireRecentAuthentication } from "../access/recent-authentication.ts";
import { requireFewChanges } from "../rate-limit/change-limit.ts";
import { spendOfAccount } from "../messages/account-budget.ts";
import { asBusy } from "../ledger/busy.ts";
import { setIssueWords } from "@portal/shared/platform/issue-words.ts";
import { currentInput } from "./current-input.ts";
import { problemsIn } from "./invalid-field.ts";
import { findUnstorableText, unstorableText } from "./request-body.ts";

setIssueWords();

const t = initTRPC
  .context<Caller>()
  .meta<{ name: Procedure }>()
  .create({
    isDev: false, // a stack never leaves the server
    // A client reconnects when heartbeats are missing; an abandoned stream ends after a quarter of an hour.
    sse: {
      ping: { enabled: true, intervalMs: 10_000 },
      client: { reconnectAfterInactivityMs: 25_000 },
      maxDurationMs: 15 * 60_000,
    },
    errorFormatter({ shape, error, ctx }) {
      const { cause } = error;
      return {
        ...shape,
        message: messageOf(error, shape.message),
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          path: shape.data.path ?? null,
          reason:
            cause instanceof DomainError ? cause.code : requestReasonOf(shape.data.httpStatus),
          fieldErrors: fieldErrorsOf(cause),
          known: cause instanceof DomainError ? cause.known : null,
          correlationId: ctx?.correlationId ?? null,
        },
      };
    },
  });

/** Gives a DomainError its own status; any other error stays a 500. */
const refusals = t.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok) throw asRefusal(result.error);
  return result;
});

/** An unreachable database is a refusal too (`request.busy`): a retry may succeed. */
export function asRefusal(error: unknown): unknown {
  const cause = asBusy(error instanceof TRPCError ? error.cause : error);
  if (!(cause instanceof DomainError)) return error;
  return new TRPCError({ code: domainErrors[cause.code].status, message: cause.message, cause });
}

/** A procedure that the permission table does not name is closed to every caller. */
const permitted = t.middleware(({ ctx, path, type, next }) => {
  if (!mayCall(path, ctx.user, ctx.waiting !== null)) {
    const lacksSignIn = ctx.user === null && needsSignIn(path);
    throw lacksSignIn ? notSignedIn(ctx) : new DomainError("access.forbidden");
  }
  // An impersonating admin may read all that the user reads, and change next to nothing.
  const isChange = type === "mutation" && ctx.impersonatedById !== null;
  if (isChange && !mayChangeWhileImpersonating(path))
    throw new DomainError("access.not-while-impersonating");
  return next();
});

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

/**
 * Fills in what a program may leave out: the whole input, and the command id of a mutation, which defaults to the header
 * `Idempotency-Key` or a new id. Unknown fields are refused by the schemas (`z.strictObject`): if a misspelt one were dropped,
 * the caller would believe that it took effect.
 */
const completed = t.middleware(({ ctx, path, type, getRawInput, next }) =>
  next({
    getRawInput: async () => {
      const given = currentInput(path, storable((await getRawInput()) ?? {}));
      return type === "mutation" ? withCommandId(given, ctx) : given;
    },
  }),
);

/** Turns a ZodError about the input into a refusal that names its fields; anywhere else a ZodError is a fault of ours. */
export function asInvalidInput<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (cause) {
    if (!(cause instanceof z.core.$ZodError)) throw cause;
    throw new TRPCError({ code: "BAD_REQUEST", cause });
  }
}

/** Refuses what the database cannot store, before any schema or statement sees it. */
function storable(input: unknown): unknown {
  const found = findUnstorableText(input);
  if (!found) return input;
  const cause = new z.ZodRealError([
    { code: "custom", path: [...found], message: unstorableText, input: undefined },
  ]);
  throw new TRPCError({ code: "BAD_REQUEST", cause });
}

function withCommandId(given: unknown, { idempotencyKey, newId }: Caller): unknown {
  const hasFields = typeof given === "object" && given !== null && !Array.isArray(given);
  return hasFields ? { commandId: idempotencyKey ?? newId(), ...given } : given;
}

/** Charges the messages of a mutation to the account; a refused one is given back. */
const withinBudget = t.middleware(async ({ ctx, path, type, getRawInput, next }) => {
  if (type !== "mutation") return next();
  const giveBack = await spendOfAccount(ctx, path, getRawInput);
  const result = await next();
  if (!result.ok) await giveBack();
  return result;
});

/** Before the input is read, so that refused calls count as well. */
const withinLimit = t.middleware(({ ctx, path, type, next }) => {
  if (type === "mutation") requireFewChanges(ctx, path);
  return next();
});

const open = t.procedure
  .use(refusals)
  .use(permitted)
  .use(withinLimit)
  .use(completed)
  .use(withinBudget);

const signedIn = open.use(({ ctx, next }) => {
  if (!ctx.user) throw notSignedIn(ctx);
  return next({ ctx: { ...ctx, user: ctx.user } });
});

/** The session may still lack the second factor. */
const begun = open.use(({ ctx, next }) => {
  const person = ctx.user ?? ctx.waiting?.user;
  if (!person || !ctx.session) throw notSignedIn(ctx);
  return next({ ctx: { ...ctx, person, session: ctx.session } });
});

const confirmed = signedIn.use(async ({ ctx, next }) => {
  await requireRecentAuthentication(ctx);
  return next();
});

/**
 * A procedure with what its row of the permission table says of it; `ctx.user` is null only where anyone may call it. The name
 * is the one under which app-router.ts mounts it (permissions.test.ts).
 */
export function procedure(name: ProcedureFor<"anyone">): typeof open;
export function procedure(name: ProcedureFor<"begun">): typeof begun;
export function procedure(name: ProcedureFor<"signed-in" | readonly Audience[]>): typeof signedIn;
export function procedure(name: Procedure): typeof open | typeof begun | typeof signedIn {
  const row: Row = permissions[name];
  const builder =
    row.who === "anyone" ? open : row.who === "begun" ? begun : row.confirm ? confirmed : signedIn;
  return builder.meta({ name });
}

function messageOf(error: TRPCError, shapeMessage: string): string {
  if (error.code === "INTERNAL_SERVER_ERROR") return "An error occurred";
  // zod's own message is its list of issues as JSON.
  if (error.cause instanceof z.core.$ZodError)
    return (
      problemsIn(error.cause.issues)[0]?.message ?? "Please complete all fields before saving."
    );
  return shapeMessage;
}

/** The first message of each field. */
function fieldErrorsOf(cause: unknown): Record<string, string> {
  if (cause instanceof DomainError) return cause.field ? { [cause.field]: cause.message } : {};
  if (!(cause instanceof z.core.$ZodError)) return {};
  const found: Record<string, string> = {};
  for (const { path, message } of problemsIn(cause.issues)) found[path] ??= message;
  return found;
}
