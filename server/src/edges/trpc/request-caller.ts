import { viaCookieName } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { Deps } from "../../deps.ts";
import {
  codeRequestCookieName,
  deviceFrom,
  handOverCookieName,
  knownBrowserCookieName,
} from "../../platform/access/browser.ts";
import { missingFactor } from "../../people/factors/factor.rules.ts";
import { notSignedIn } from "../../platform/access/not-signed-in.ts";
import { logAsker } from "../../platform/http/request-log.ts";

/**
 * The session of a request, and its user. Neither is cached, so that a revoked right ends with the next request.
 * The one gate for every way in: while the second factor is missing nobody is signed in, and somebody is `waiting`.
 */
export async function findSession(
  deps: Pick<Deps, "sessions" | "factors">,
  request: Pick<FastifyRequest, "headers" | "method">,
): Promise<Pick<Caller, "session" | "user" | "waiting">> {
  const token = deps.sessions.tokenOf(request.headers);
  const found = token === null ? null : await deps.sessions.find(token, idleSecondsOf(request));
  if (!found) return { session: null, user: null, waiting: null };
  const { session, user } = found;
  const lacks = user && missingFactor(user, session.factor, deps.factors.isRequired);
  if (user === null || lacks === null) return { session, user, waiting: null };
  return { session, user: null, waiting: { user, lacks } };
}

/**
 * Since when the person at the browser has done nothing, as our client tells with each call: its pages also read again by
 * themselves, which does not keep an office open (docs/architecture.md, "How a request goes through"). Where nothing is told,
 * a change and a program's call are activity, and reading by cookie is not: live updates, pictures.
 */
function idleSecondsOf({ headers, method }: Pick<FastifyRequest, "headers" | "method">) {
  const told = headers["x-idle-seconds"];
  if (typeof told === "string" && /^\d{1,9}$/.test(told)) return Number(told);
  const isReading = method === "GET" || method === "HEAD";
  return headers.authorization === undefined && isReading ? null : 0;
}

export async function callerFor(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const { session, user, waiting } = await findSession(deps, request);
  requireSamePerson(request, user ?? waiting?.user ?? null);
  const impersonatedById = session?.impersonatorId ?? null;
  const asker = user ?? waiting?.user;
  if (asker) logAsker(request, { userId: asker.id, impersonatedById });
  return {
    ...deps,
    log: asker ? request.log.child({ userId: asker.id, impersonatedById }) : request.log,
    user,
    waiting,
    impersonatedById,
    session: asker ? session : null,
    device: deviceFrom(request.headers["user-agent"]),
    codeRequestId: request.cookies[codeRequestCookieName] ?? null,
    knownBrowser: request.cookies[knownBrowserCookieName] ?? null,
    handOverKept: request.cookies[handOverCookieName] ?? null,
    viaCode: viaCodeFrom(request.cookies[viaCookieName]),
    ip: request.ip,
    isOfficeHost: isOfficeHost(request, deps),
    correlationId: request.id,
    idempotencyKey: keyFrom(request.headers["idempotency-key"]),
    setCookie: (header) => void reply.header("set-cookie", header),
  };
}

/** @throws DomainError access.sign-in-required */
export async function signedInCaller(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const caller = await callerFor(deps, request, reply);
  if (!caller.user) throw notSignedIn(caller);
  return { caller, user: caller.user };
}

/** @throws DomainError access.sign-in-required; access.not-while-impersonating */
export async function ownCaller(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const own = await signedInCaller(deps, request, reply);
  if (own.caller.impersonatedById !== null) throw new DomainError("access.not-while-impersonating");
  return own;
}

/**
 * A browser tab may still show one user after another tab has signed in as a different one, or after the session has
 * ended. Its requests must not act for the new user, nor be saved as a guest's. Our client sends the id of the user
 * that it shows; other programs send nothing.
 */
function requireSamePerson(
  { headers, method, url }: Pick<FastifyRequest, "headers" | "method" | "url">,
  user: SignedInUser | null,
): void {
  const shown = headers["x-signed-in-as"];
  if (shown === undefined || shown === String(user?.id ?? 0)) return;
  if (user !== null) throw new DomainError("access.other-person");
  // Signing in and out has to work without a session.
  if (method === "POST" && !url.startsWith("/trpc/auth."))
    throw new DomainError("access.sign-in-required");
}

function keyFrom(header: string | string[] | undefined): string | null {
  return typeof header === "string" && header !== "" ? header : null;
}

/** A distributor's code, or null: a cookie can hold anything. */
function viaCodeFrom(text: string | undefined): string | null {
  return text !== undefined && /^[\w.-]{1,64}$/.test(text) ? text : null;
}

/**
 * Whether a request came to the office portal: its host name matches the pattern, or its host is that of the office URL.
 * The latter prevents a redirect loop where one host serves everything.
 */
export function isOfficeHost(
  request: Pick<FastifyRequest, "host" | "hostname">,
  { officeHostPattern, officeUrl }: Pick<Deps, "officeHostPattern" | "officeUrl">,
): boolean {
  if (new RegExp(officeHostPattern, "i").test(request.hostname)) return true;
  return request.host.toLowerCase() === new URL(officeUrl).host;
}
