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
  if (closePairs.some((pair) => pair.includes(proposer.id) && pair.includes(other.id)))
    return "close";
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
  const isAnyIndependent = admins.some((other) => {
    const tie = tieBetween(proposer, other, closePairs, parties);
    return tie === null || (tie === "same-contact" && proposer.isCellNew);
  });
  if (isAnyIndependent) return "confirmed";
  const way = acts[decisionKinds[kind].act].nobody ?? "alone";
  // Only an admin can agree to the own leaving.
  const canAgree = admins.some(({ id }) => parties.about.includes(id));
  return way === "silence" && !canAgree ? "alone" : way;
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
