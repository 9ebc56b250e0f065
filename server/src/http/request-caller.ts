import { viaCookieName } from "@portal/shared/constants.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../caller.ts";
import type { Deps } from "../deps.ts";
import { findSignedInUser } from "../features/accounts/account.store.ts";

/** Who asks, read anew for every request: a right that was taken away is gone with the next click. */
export async function callerFor(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const sessionToken = deps.sessions.tokenOf(request.headers);
  const userId = sessionToken === null ? null : await deps.sessions.userIdOf(sessionToken);
  const user = userId === null ? null : await findSignedInUser(deps.db, userId);
  return {
    db: deps.db,
    readDb: deps.readDb,
    ledger: deps.ledger,
    card: deps.card,
    sessions: deps.sessions,
    passwords: deps.passwords,
    shop: deps.shop,
    log: request.log,
    user,
    impersonatedById: null,
    sessionToken,
    viaCode: viaCodeFrom(request.cookies[viaCookieName]),
    ip: request.ip,
    correlationId: request.id,
    setCookie: (header) => void reply.header("set-cookie", header),
    now: deps.now,
    newId: deps.newId,
  };
}

/** What a distributor's code can look like; a cookie can hold anything. */
export function viaCodeFrom(text: string | undefined): string | null {
  return text !== undefined && /^[\w.-]{1,64}$/.test(text) ? text : null;
}
