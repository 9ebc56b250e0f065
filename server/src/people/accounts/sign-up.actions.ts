import { type SignUp1, signUpCodeLength } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Insertable } from "kysely";
import type { Caller } from "../../caller.ts";
import { codeRequestCookie } from "../../platform/access/browser.ts";
import type { Tables, Tx } from "../../platform/db/database.ts";
import {
  codesFor,
  messagesFrom,
  requireWithinLimit,
} from "../../platform/rate-limit/rate-limits.ts";
import { updateUserAccount } from "../users/user-account.store.ts";
import { queueNewMessage } from "./contact-change.ts";
import { answerInConstantTime } from "./sign-in-attempts.store.ts";
import { findMemberOfGuest } from "./guest-data.store.ts";
import { type RequestedCode, sendCode } from "./sign-in-code.actions.ts";

/**
 * Registers a customer: an unverified account and a code of three characters by email and SMS. An address that has an
 * account already gets an email that says so, and the response is the same.
 *
 * @throws DomainError access.not-a-person, account.wrong-phone, access.too-many-tries
 */
export async function signUp1(caller: Caller, input: SignUp1): Promise<RequestedCode> {
  return answerInConstantTime(async () => {
    const requestId = crypto.randomUUID();
    // A honeypot field, hidden from people: a bot filled it in, and gets the usual response.
    if (!input.nickname) await register(caller, input, requestId);
    caller.setCookie(codeRequestCookie(requestId, caller.shop));
    return { requestId, codeLength: signUpCodeLength };
  });
}

async function register(caller: Caller, input: SignUp1, requestId: string): Promise<void> {
  await requireWithinLimit(caller, messagesFrom(caller.ip));
  if (!(await caller.captcha.isSolved(input.rcData))) throw new DomainError("access.not-a-person");
  const phone = await caller.phones.check(input.cellNumber);
  if (!phone.valid) throw new DomainError("account.wrong-phone", { field: "cellNumber" });
  await requireWithinLimit(caller, codesFor(input.email));

  const { email, firstName, lastName, uniqueId: guestId = null } = input;
  await caller.db.transaction().execute(async (tx) => {
    const person = {
      email,
      first_name: firstName,
      last_name: lastName,
      cell: phone.international,
      referred_by: referralIn(input),
      parent_id: await findMemberOfGuest(tx, { ...caller, guestId }),
    };
    const userId = await registered(tx, caller, person);
    if (userId !== null)
      await sendCode(tx, caller, { userId, purpose: "sign-up", requestId, guestId });
  });
}

/** @returns the account that the code is for; null for one that exists already, which is notified */
async function registered(tx: Tx, caller: Caller, person: Registration): Promise<number | null> {
  const newId = await insertRegistration(tx, person);
  if (newId !== null) return newId;
  const known = await renewRegistration(tx, person, caller.now());
  if (known.isRenewed) return known.userId;
  if (known.active)
    await queueNewMessage(tx, caller, { kind: "already-registered", userId: known.userId });
  return null;
}

function referralIn({ referredBy, referredByOther }: SignUp1): string | null {
  return [referredBy, referredByOther].filter(Boolean).join(": ") || null;
}

/** `parent_id` is the member whose customer this is. */
type Registration = Pick<
  Insertable<Tables["account"]>,
  "email" | "first_name" | "last_name" | "cell" | "referred_by" | "parent_id"
>;

/** @returns the new unverified account; null where the email has one already */
async function insertRegistration(tx: Tx, person: Registration): Promise<number | null> {
  const row = await tx
    .insertInto("account")
    .values({ ...person, role: "customer" })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Restarts a registration that was never finished; any other account stays unchanged. */
async function renewRegistration(
  tx: Tx,
  person: Registration,
  now: string,
): Promise<Readonly<{ userId: number; active: boolean; isRenewed: boolean }>> {
  const known = await tx
    .selectFrom("account")
    .select(["id", "active", "verified", "password_hash", "role", "added_by", "parent_id"])
    .where("email", "=", person.email)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const isUnfinished =
    known.active &&
    !known.verified &&
    known.password_hash === null &&
    known.role === "customer" &&
    known.added_by === null;
  const changes = { ...person, parent_id: known.parent_id ?? person.parent_id };
  if (isUnfinished) await updateUserAccount(tx, known.id, changes, now);
  return { userId: known.id, active: known.active, isRenewed: isUnfinished };
}
