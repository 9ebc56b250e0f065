import { type SignUp1, signUpCodeLength } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { requireValid } from "../../gateways/phones/refused-number.ts";
import { codeRequestCookie } from "../../platform/access/browser.ts";
import type { Tx } from "../../platform/db/database.ts";
import { messagesFrom, requireWithinLimit } from "../../platform/rate-limit/rate-limits.ts";
import type { Registration } from "./registration.store.ts";
import { queueNewMessage } from "./contact-change.ts";
import { answerInConstantTime } from "./sign-in-attempts.store.ts";
import { findMemberOfGuest } from "./guest-data.store.ts";
import { type RequestedCode, sendCode } from "./sign-in-code.actions.ts";
import { alreadyRegistered } from "./account.messages.ts";

/**
 * Registers a customer: an unverified account and a code of three characters by email and SMS. An address that has an
 * account already gets an email that says so, and the response is the same.
 *
 * @throws DomainError access.not-a-person, account.wrong-phone, access.too-many-tries
 */
export async function signUp1(caller: Caller, input: SignUp1): Promise<RequestedCode> {
  return answerInConstantTime(async () => {
    const requestId = crypto.randomUUID();
    // A field that is hidden from people: a bot filled it in, or a program that fills in forms for somebody, who has to know.
    if (input.nickname) throw new DomainError("access.not-a-person");
    await register(caller, input, requestId);
    caller.setCookie(codeRequestCookie(requestId, caller.shop));
    return { requestId, codeLength: signUpCodeLength };
  });
}

async function register(caller: Caller, input: SignUp1, requestId: string): Promise<void> {
  await requireWithinLimit(caller, messagesFrom(caller.ip));
  // A signed-in admin has shown to be a person; the role is the session's, never a field of the request.
  const isPerson = caller.user?.role === "admin" || (await caller.captcha.isSolved(input.rcData));
  if (!isPerson) throw new DomainError("access.not-a-person");
  const checked = await caller.phones.check(input.cellNumber);
  const cell = requireValid(checked, "account.wrong-phone", "cellNumber");

  const { email, firstName, lastName, uniqueId: guestId = null } = input;
  await caller.db.transaction().execute(async (tx) => {
    const registration = {
      firstName,
      lastName,
      cell,
      referredBy: referralIn(input),
      altNumber: input.altNumber || null,
      company: input.company || null,
      parentId: await findMemberOfGuest(tx, { ...caller, guestId }),
    };
    const known = await registered(tx, caller, email, registration);
    if (!known) return;
    const request = { userId: known.userId, purpose: "sign-up", requestId, guestId } as const;
    await sendCode(tx, caller, { ...request, registration }, { emailOnly: !known.isUnfinished });
  });
}

type Known = Readonly<{ userId: number; isUnfinished: boolean }>;

/** @returns the account that the code is for; null for one whose email is proved, which is notified */
async function registered(
  tx: Tx,
  caller: Caller,
  email: string,
  registration: Registration,
): Promise<Known | null> {
  const newId = await insertRegistration(tx, email, registration);
  if (newId !== null) return { userId: newId, isUnfinished: true };
  const known = await findUnproved(tx, email);
  if (known.isUnproved) return known;
  if (known.active) await queueNewMessage(tx, caller, alreadyRegistered, { userId: known.userId });
  return null;
}

function referralIn({ referredBy, referredByOther }: SignUp1): string | null {
  return [referredBy, referredByOther].filter(Boolean).join(": ") || null;
}

/**
 * The member whose customer it becomes is written with the code: whoever only typed the address says nothing about it.
 *
 * @returns the new unverified account; null where the email has one already
 */
async function insertRegistration(
  tx: Tx,
  email: string,
  { firstName, lastName, cell, referredBy, altNumber, company }: Registration,
): Promise<number | null> {
  const names = { first_name: firstName, last_name: lastName };
  const row = await tx
    .insertInto("account")
    .values({
      role: "customer",
      email,
      ...names,
      cell,
      referred_by: referredBy,
      alt_number: altNumber,
      company,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * A customer's account whose email nobody proved stops nobody from registering: the code of the email makes it theirs. Where
 * somebody has chosen a password, or was added, that code alone counts, because any phone can be typed.
 */
async function findUnproved(
  tx: Tx,
  email: string,
): Promise<Known & Readonly<{ active: boolean; isUnproved: boolean }>> {
  const known = await tx
    .selectFrom("account")
    .select(["id", "active", "verified", "role", "added_by as addedBy"])
    .select((row) => row("password_hash", "is not", null).as("hasPassword"))
    .where("email", "=", email)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return {
    userId: known.id,
    active: known.active,
    isUnproved: known.active && !known.verified && known.role === "customer",
    isUnfinished: !known.hasPassword && known.addedBy === null,
  };
}
