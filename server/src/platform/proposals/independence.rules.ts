import { acts } from "@portal/shared/platform/acts.ts";
import {
  type DecisionWay,
  decisionKinds,
  type ProposalKind,
} from "@portal/shared/platform/proposals.ts";

/** An active admin who has finished registering. */
export type OfficeAdmin = Readonly<{
  id: number;
  email: string;
  cell: string | null;
  /** The number was entered lately. */
  isCellNew: boolean;
  /** The number of the own bank account, as it was typed. */
  bankAccount: string | null;
  /** The account is locked. */
  isLocked: boolean;
  /** A new email, or a proof of who they are that was replaced: they confirm nothing until then. */
  heldUntil: string | null;
}>;

/** Whom a change is about, whose account it pays into, and into which bank accounts. */
export type Parties = Readonly<{
  about: readonly number[];
  pays: readonly number[];
  bankAccounts: readonly string[];
}>;

/** Two admins of whom one lately helped to make the other an admin. */
export type ClosePair = readonly [number, number];

export type Circle = Readonly<{
  admins: readonly OfficeAdmin[];
  closePairs: readonly ClosePair[];
}>;

type Tie = "self" | "close" | "same-contact" | "concerned" | "pays-proposer";

/**
 * Why `other` is not independent of the proposer (docs/domain.md, "Decisions of two admins"); null where they are. A lock
 * or a hold does not count here: it delays, and makes nobody alone.
 */
export function tieBetween(
  proposer: OfficeAdmin,
  other: OfficeAdmin,
  closePairs: readonly ClosePair[],
  parties: Parties,
): Tie | null {
  if (proposer.id === other.id) return "self";
  if (isClose(proposer.id, other.id, closePairs)) return "close";
  if (mailboxOf(proposer.email) === mailboxOf(other.email)) return "same-contact";
  if (proposer.cell && other.cell && digitsOf(proposer.cell) === digitsOf(other.cell))
    return "same-contact";
  if (parties.about.includes(other.id) || paysTo(other, parties)) return "concerned";
  return paysTo(proposer, parties) ? "pays-proposer" : null;
}

/**
 * How a change that this admin proposes takes effect; looked at once, when it is proposed. Nobody gets alone by entering a
 * colleague's number as the own one: the colleague cannot confirm then, but is not left out either.
 */
export function wayOf(
  kind: ProposalKind,
  proposer: OfficeAdmin,
  { admins, closePairs }: Circle,
  parties: Parties,
): DecisionWay {
  const isAnyIndependent = admins.some((other) =>
    keepsFromAlone(tieBetween(proposer, other, closePairs, parties), proposer),
  );
  if (isAnyIndependent) return "confirmed";
  const way = acts[decisionKinds[kind].act].nobody ?? "alone";
  // Only an admin can agree to the own leaving.
  const canAgree = admins.some(({ id }) => parties.about.includes(id));
  return way === "silence" && !canAgree ? "alone" : way;
}

/**
 * Whether what one admin did first must be completed by another one than `userId`: by who is independent of the first one,
 * as somebody who confirms is, where there is anybody. Who is locked counts, and who waits for new sign-in details does not
 * complete it: otherwise a colleague is locked to be left out. Whom it pays may have done the first part.
 */
export function isForAnother(
  { firstId, userId }: Readonly<{ firstId: number; userId: number }>,
  { admins, closePairs }: Circle,
  parties: Parties,
): boolean {
  const first = admins.find(({ id }) => id === firstId);
  const tieOf = (other: OfficeAdmin): Tie | null => {
    if (other.id === firstId) return "self";
    // Of whom is no admin any more nobody knows the contacts.
    if (!first) return isClose(firstId, other.id, closePairs) ? "close" : null;
    const tie = tieBetween(first, other, closePairs, parties);
    return tie === "pays-proposer" ? null : tie;
  };
  const own = admins.find(({ id }) => id === userId);
  if (own && own.heldUntil === null && tieOf(own) === null) return false;
  return admins.some((other) => keepsFromAlone(tieOf(other), first));
}

/** Whoever enters a colleague's number as the own one does not get alone by it. */
function keepsFromAlone(tie: Tie | null, first: OfficeAdmin | undefined): boolean {
  return tie === null || (tie === "same-contact" && first?.isCellNew === true);
}

function isClose(one: number, other: number, closePairs: readonly ClosePair[]): boolean {
  return closePairs.some((pair) => pair.includes(one) && pair.includes(other));
}

/** The proposer gains from it, and somebody else could propose it: then that is who has to. */
export function isForOthersToPropose(
  proposer: OfficeAdmin,
  { admins, closePairs }: Circle,
  parties: Parties,
): boolean {
  return admins.some(
    (other) => tieBetween(proposer, other, closePairs, parties) === "pays-proposer",
  );
}

function paysTo({ id, bankAccount }: OfficeAdmin, { pays, bankAccounts }: Parties): boolean {
  if (pays.includes(id)) return true;
  const own = accountDigitsOf(bankAccount ?? "");
  return own !== "" && bankAccounts.some((each) => accountDigitsOf(each) === own);
}

/** What a person wrote with spaces or dashes is the same number. */
function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, "");
}

/** Zeros in front do not make another account. */
export function accountDigitsOf(number: string): string {
  return digitsOf(number).replace(/^0+/, "");
}

function mailboxOf(email: string): string {
  const [name = "", host = ""] = email.toLowerCase().split("@");
  return `${name.replace(/\+.*$/, "")}@${host}`;
}
