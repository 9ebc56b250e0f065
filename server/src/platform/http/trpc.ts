import { mayChangeWhileImpersonating } from "@portal/shared/platform/impersonation.ts";
import { DomainError, domainErrors } from "@portal/shared/platform/domain-error.ts";
import { mayCall, needsSignIn } from "@portal/shared/platform/permissions.ts";
import { requestReasonOf } from "@portal/shared/platform/request-reason.ts";
import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import { requireRecentAuthentication } from "../access/recent-authentication.ts";
import { spendOfAccount } from "../messages/account-budget.ts";
import { asBusy } from "../ledger/busy.ts";
import { useIssueWords } from "./issue-words.ts";
import { knownInput, takesInput } from "./known-fields.ts";
import { findUnstorableText, unstorableText } from "./request-body.ts";

useIssueWords();

const t = initTRPC.context<Caller>().create({
  isDev: false, // a stack never leaves the server
  // A line that is silent for longer than a heartbeat is dead; a stream that a client forgot ends by itself.
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
        reason: cause instanceof DomainError ? cause.code : requestReasonOf(shape.data.httpStatus),
        fieldErrors: fieldErrorsOf(cause),
        correlationId: ctx?.correlationId ?? null,
      },
    };
  },
});

/** Gives a refused command its own status; whatever is not a refusal stays a 500. */
const refusals = t.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok) throw asRefusal(result.error);
  return result;
});

/** A database that cannot be reached now is a refusal too: the same request may succeed in a moment. */
export function asRefusal(error: unknown): unknown {
  const cause = asBusy(error instanceof TRPCError ? error.cause : error);
  if (!(cause instanceof DomainError)) return error;
  return new TRPCError({ code: domainErrors[cause.code].status, message: cause.message, cause });
}

/** The one gate: a procedure that the table does not name is closed to everybody. */
const permitted = t.middleware(({ ctx, path, type, next }) => {
  if (!mayCall(path, ctx.user)) {
    const nobodyIsSignedIn = ctx.user === null && needsSignIn(path);
    throw new DomainError(nobodyIsSignedIn ? "access.sign-in-required" : "access.forbidden");
  }
  // Whoever is somebody else for a while reads what they read, and changes next to nothing.
  const isChange = type === "mutation" && ctx.impersonatedById !== null;
  if (isChange && !mayChangeWhileImpersonating(path))
    throw new DomainError("access.not-while-impersonating");
  return next();
});

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

/**
 * Fills in what a program may leave out: all of the input, and the id of a change, which is then the header
 * `Idempotency-Key`, or a new one where it is not to be repeated.
 */
const completed = t.middleware(async ({ ctx, path, type, getRawInput, next }) => {
  // Of those that take nothing, nothing else reads what was sent; a body that is none is nothing.
  if (type !== "subscription" && !takesInput(path))
    knownOrRefused(path, (await getRawInput().catch(() => null)) ?? {}, type === "mutation");
  return next({
    getRawInput: async () => {
      const given = storable((await getRawInput()) ?? {});
      if (type === "subscription") return given;
      const known = knownOrRefused(path, given, type === "mutation");
      return type === "mutation" ? withCommandId(known, ctx) : known;
    },
  });
});

/** A field that is misspelt is refused by its name; dropped, it would look as if it had been heard. */
function knownOrRefused(path: string, given: unknown, isChange: boolean): unknown {
  try {
    return knownInput(path, given, isChange);
  } catch (cause) {
    throw new TRPCError({ code: "BAD_REQUEST", cause });
  }
}

/** What the database cannot hold is a mistake in a field, before any schema or statement sees it. */
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

/** What a change makes us send comes out of the budget of its account; a refused one sends nothing. */
const withinBudget = t.middleware(async ({ ctx, path, type, getRawInput, next }) => {
  if (type !== "mutation") return next();
  const giveBack = await spendOfAccount(ctx, path, getRawInput);
  const result = await next();
  if (!result.ok) await giveBack();
  return result;
});

export const procedure = t.procedure.use(refusals).use(permitted).use(completed).use(withinBudget);

/** The same gate, for bodies that need to know who it is. */
export const signedInProcedure = procedure.use(({ ctx, next }) => {
  if (!ctx.user) throw new DomainError("access.sign-in-required");
  return next({ ctx: { ...ctx, user: ctx.user } });
});

/** For changes that a stranger at an open screen must not be able to make: the password was typed lately. */
export const confirmedProcedure = signedInProcedure.use(({ ctx, next }) => {
  requireRecentAuthentication(ctx);
  return next();
});

function messageOf(error: TRPCError, shapeMessage: string): string {
  if (error.code === "INTERNAL_SERVER_ERROR") return "An error occurred";
  // zod's own message is its list of issues as JSON; `fieldErrors` carries the words.
  if (error.cause instanceof z.ZodError)
    return error.cause.issues[0]?.message ?? "Please complete all fields before saving.";
  return shapeMessage;
}

function fieldErrorsOf(cause: unknown): Record<string, string> {
  if (cause instanceof z.ZodError) return firstErrorPerField(cause);
  return cause instanceof DomainError && cause.field ? { [cause.field]: cause.message } : {};
}

function firstErrorPerField(error: z.ZodError): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of error.issues) found[path.join(".")] ??= message;
  return found;
}
