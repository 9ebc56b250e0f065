import { viaCookieName } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import {
  codeRequestCookieName,
  deviceFrom,
  handOverCookieName,
} from "../../platform/access/browser.ts";
import { logAsker } from "../../platform/http/request-log.ts";

/** Who asks, read anew for every request: a right that was taken away is gone with the next click. */
export async function callerFor(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const token = deps.sessions.tokenOf(request.headers);
  const found = token === null ? null : await deps.sessions.find(token);
  const user = found && (await findSignedInUser(deps.db, found.userId));
  requireSamePerson(request, user);
  const impersonatedById = found?.session.impersonatorId ?? null;
  if (user) logAsker(request, { userId: user.id, impersonatedById });
  return {
    db: deps.db,
    readDb: deps.readDb,
    reportDb: deps.reportDb,
    readSource: deps.readSource,
    ledger: deps.ledger,
    card: deps.card,
    courier: deps.courier,
    sessions: deps.sessions,
    passwords: deps.passwords,
    captcha: deps.captcha,
    phones: deps.phones,
    addressLookup: deps.addressLookup,
    jobs: deps.jobs,
    live: deps.live,
    copies: deps.copies,
    files: deps.files,
    disks: deps.disks,
    messageSources: deps.messageSources,
    restoreCredit: deps.restoreCredit,
    shop: deps.shop,
    officeUrl: deps.officeUrl,
    log: user ? request.log.child({ userId: user.id, impersonatedById }) : request.log,
    user,
    impersonatedById,
    session: user && found ? found.session : null,
    device: deviceFrom(request.headers["user-agent"]),
    codeRequestId: request.cookies[codeRequestCookieName] ?? null,
    handOverKept: request.cookies[handOverCookieName] ?? null,
    viaCode: viaCodeFrom(request.cookies[viaCookieName]),
    ip: request.ip,
    isOfficeHost: isOfficeHost(request, deps),
    correlationId: request.id,
    idempotencyKey: keyFrom(request.headers["idempotency-key"]),
    setCookie: (header) => void reply.header("set-cookie", header),
    now: deps.now,
    newId: deps.newId,
  };
}

/**
 * A tab that still shows somebody else, because another tab signed in meanwhile, must not act for
 * whoever is signed in now; nor may what it saves become a guest's, where the session has ended
 * meanwhile. Our client says whom it shows; programs say nothing.
 */
function requireSamePerson(
  { headers, method, url }: Pick<FastifyRequest, "headers" | "method" | "url">,
  user: SignedInUser | null,
): void {
  const shown = headers["x-signed-in-as"];
  if (shown === undefined || shown === String(user?.id ?? 0)) return;
  if (user !== null) throw new DomainError("access.other-person");
  // Signing in and out is for whoever is nobody any more.
  if (method === "POST" && !url.startsWith("/trpc/auth."))
    throw new DomainError("access.sign-in-required");
}

function keyFrom(header: string | string[] | undefined): string | null {
  return typeof header === "string" && header !== "" ? header : null;
}

/** What a distributor's code can look like; a cookie can hold anything. */
export function viaCodeFrom(text: string | undefined): string | null {
  return text !== undefined && /^[\w.-]{1,64}$/.test(text) ? text : null;
}

/**
 * Whether a request came to the office portal: by a host name of the pattern, or by the very address
 * that people are sent to, so that nobody is sent round in a circle where one host serves all.
 */
export function isOfficeHost(
  request: Pick<FastifyRequest, "host" | "hostname">,
  { officeHostPattern, officeUrl }: Pick<Deps, "officeHostPattern" | "officeUrl">,
): boolean {
  if (new RegExp(officeHostPattern, "i").test(request.hostname)) return true;
  return request.host.toLowerCase() === new URL(officeUrl).host;
}
