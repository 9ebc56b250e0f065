import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { CodePurpose } from "../db/shop-tables.ts";
import { type Allowance, type Limit, takeOne } from "./rate-limit.store.ts";
import { networkPlaceOf } from "../access/client-ip-prefix.ts";
import { digestOf } from "../secrets.ts";

const hour = 3600;
const day = 24 * hour;
const perAccount: readonly Limit[] = [
  { times: 3, seconds: hour },
  { times: 10, seconds: day },
];
/** A household or an office has one address and many people. */
const perPlace: readonly Limit[] = [
  { times: 100, seconds: hour },
  { times: 500, seconds: day },
];

/** Nobody has more to say to the shop, or to customers of it, and each of them is read by somebody. */
const perWriter: readonly Limit[] = [
  { times: 10, seconds: hour },
  { times: 30, seconds: day },
];

/** Codes for one email, whether it has an account or not: the refusal must not tell. */
export const codesFor = (email: string) => allowance("codes for", email, perAccount);
export const resetsFor = (email: string) => allowance("resets for", email, perAccount);
export const confirmationsFor = (userId: number) =>
  allowance("confirmations for", String(userId), perAccount);
/** Whoever is signed in may be told that an address is taken, but not of thousands of addresses. */
export const emailChangesOf = (userId: number) =>
  allowance("email changes of", String(userId), perAccount);

/** Each is told by SMS. */
export const cellChangesOf = (userId: number) =>
  allowance("cell changes of", String(userId), perAccount);

/** Nobody is to be pestered, by one distributor or by many. */
export const invitationsTo = (userId: number) =>
  allowance("invitations to", String(userId), perAccount);
export const invitationsBy = (userId: number) =>
  allowance("invitations by", String(userId), perWriter);

/** All that is sent for somebody at one place in the network. */
export const messagesFrom = (ip: string) => allowanceOfPlace("messages from", ip, perPlace);
export const phoneChecksFrom = (ip: string) => allowanceOfPlace("phone checks from", ip, perPlace);
export const wrongCodesFrom = (ip: string) => allowanceOfPlace("wrong codes from", ip, perPlace);
/** Orders of people who are not signed in; a mobile network has one address for a whole town. */
export const guestOrdersFrom = (ip: string) => allowanceOfPlace("guest orders from", ip, perPlace);

/** Each may cost something, whoever asks from however many places. */
export const phoneChecks: Allowance = {
  key: "phone checks",
  limits: [{ times: 3000, seconds: hour }],
};

export const contactMessagesFrom = (ip: string) => allowanceOfPlace("contact from", ip, perWriter);
/** Whoever writes in somebody else's name must not fill that person's mailbox. */
export const acknowledgementsTo = (email: string) =>
  allowance("acknowledgements to", email, perAccount);

/**
 * Wrong codes over all accounts and addresses, for each purpose apart. Somebody who tries a few at each of ten thousand
 * accounts stays below every other limit: then a code of this purpose takes a hard captcha as well, from everybody, and
 * after ten times as many wrong ones no code of it works for a while. Passwords and mailed links are not asked.
 */
export const wrongCodesMax = { unproved: 50, proved: 500 } as const;
export function wrongCodes(purpose: CodePurpose, by: keyof typeof wrongCodesMax): Allowance {
  return {
    key: `wrong codes of ${purpose}`,
    limits: [{ times: wrongCodesMax[by], seconds: 600 }],
  };
}

/** @throws DomainError access.too-many-tries */
export async function requireAllowance(
  { db, now }: Pick<Caller, "db" | "now">,
  ...asked: readonly (Allowance | Promise<Allowance>)[]
): Promise<void> {
  for (const each of asked)
    if (!(await takeOne(db, await each, now()))) throw new DomainError("access.too-many-tries");
}

/** One of somebody's place in the network, whatever address of it they come from. */
export async function allowanceOfPlace(
  what: string,
  ip: string,
  limits: readonly Limit[],
): Promise<Allowance> {
  return allowance(what, networkPlaceOf(ip), limits);
}

async function allowance(what: string, who: string, limits: readonly Limit[]): Promise<Allowance> {
  return { key: `${what} ${await digestOf(who)}`, limits };
}
