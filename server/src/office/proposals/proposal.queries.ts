import { lookbackDays } from "@portal/shared/platform/constants.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  type ChangeOf,
  officeRoleOf,
  type ProposedChange,
} from "@portal/shared/platform/proposals.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { Caller } from "../../caller.ts";
import { backgroundOf, noBackground } from "./decision-people.queries.ts";
import { namesOf } from "../../people/users/user.queries.ts";
import { readOnly, type ReadDatabase } from "../../platform/db/database.ts";
import { rolesInWords } from "../../platform/messages/render-message.ts";
import { findParties, loadCircle } from "../../platform/proposals/circle.queries.ts";
import { findByDeclineLink, isDeclinable } from "../../platform/proposals/decline-link.store.ts";
import { type Circle, tieBetween } from "../../platform/proposals/independence.rules.ts";
import { findNotices, type Notice, type NoticeStage } from "../../platform/proposals/notices.ts";
import {
  findProposal,
  listDecidedProposals,
  listOpenProposals,
  type Proposal,
} from "../../platform/proposals/proposal.store.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

const decidedMax = 50;

/** Proposals that wait, with what this admin may do about them, and those decided recently. */
export async function listProposals(
  { readDb: db, shop }: Pick<Caller, "readDb" | "shop">,
  { viewerId, region }: Readonly<{ viewerId: number; region: Region }>,
) {
  const [open, decided, circle] = await Promise.all([
    listOpenProposals(db),
    listDecidedProposals(db, decidedMax),
    loadCircle(db),
  ]);
  const all = [...open, ...decided];
  const [names, orders, payees] = await Promise.all([
    namesOf(db, all.flatMap(userIdsOf)),
    ordersOf(db, all),
    payeesOf(db, all),
  ]);
  const listed = (proposal: Proposal) => {
    const { change, decidedBy, proposedBy } = proposal;
    return {
      ...proposal,
      proposedByName: names.get(proposedBy) ?? "",
      decidedByName: decidedBy === null ? null : (names.get(decidedBy) ?? ""),
      personName: personIn(change, names, payees),
      orderNumber: "uuid" in change.data ? (orders.get(change.data.uuid) ?? null) : null,
      payees:
        change.kind === "batch"
          ? change.data.payouts.map(({ payoutId, userId, amount }) => ({
              payoutId,
              name: names.get(userId) ?? "",
              amount,
            }))
          : [],
      ...noBackground,
      isOwn: proposedBy === viewerId,
      isDeclinable: isDeclinable(proposal),
    };
  };
  const countKept = shop.isProduction !== true;
  const waiting = open.map(async (proposal) => {
    const confirmers = await listConfirmers(db, circle, proposal);
    const deciders = await namesOf(db, confirmers);
    return {
      ...listed(proposal),
      ...(await backgroundOf(db, proposal.change)),
      notices: await findNotices(db, proposal.id, { countKept }),
      /** Who may confirm it, by name; nobody where it waits instead. */
      confirmers: confirmers.map((id) => deciders.get(id) ?? ""),
      /** Declining is allowed to every admin but the proposer, who withdraws. */
      mayConfirm:
        confirmers.includes(viewerId) &&
        circle.admins.some(({ id, heldUntil }) => id === viewerId && heldUntil === null),
    };
  });
  const { currency } = await loadRegion(db, region);
  return { currency, open: await Promise.all(waiting), decided: decided.map(listed) };
}

/** A locked or held admin is among them: they confirm as soon as that is over. */
async function listConfirmers(
  db: ReadDatabase,
  { admins, closePairs }: Circle,
  { way, proposedBy, change }: Proposal,
): Promise<number[]> {
  const proposer = admins.find(({ id }) => id === proposedBy);
  if (!proposer || way === "alone") return [];
  const parties = await findParties(db, change);
  if (way === "silence") return [...parties.about];
  return admins.flatMap((other) =>
    tieBetween(proposer, other, closePairs, parties) === null ? [other.id] : [],
  );
}

/**
 * What the page behind the link in an email shows: as much as the email.
 *
 * @throws DomainError proposal.link-ended
 */
export async function getByDeclineLink({ db, shop }: Pick<Caller, "db" | "shop">, token: string) {
  const link = await findByDeclineLink(db, token);
  if (!link) throw new DomainError("proposal.link-ended");
  const { proposal } = link;
  const names = await namesOf(readOnly(db), userIdsOf(proposal));
  const { currency } = await loadRegion(readOnly(db), shop.region);
  return {
    what: changeInWords(proposal.change, { currency, names }),
    proposedByName: names.get(proposal.proposedBy) ?? "",
    proposedAt: proposal.proposedAt,
    isDeclinable: isDeclinable(proposal),
  };
}

function personIn(
  change: ProposedChange,
  names: ReadonlyMap<number, string>,
  payees: ReadonlyMap<string, string>,
): string | null {
  if (change.kind === "payout") return payees.get(change.data.payoutId) ?? null;
  if ("words" in change && change.words !== null && "firstName" in change.words)
    return `${change.words.firstName} ${change.words.lastName}`;
  if (change.kind === "reassign")
    return change.data.sellerId === null ? null : (names.get(change.data.sellerId) ?? null);
  const userId = "userId" in change.data ? change.data.userId : null;
  return userId === null ? null : (names.get(userId) ?? null);
}

function userIdsOf({ proposedBy, decidedBy, change }: Proposal): number[] {
  return [
    proposedBy,
    ...(decidedBy === null ? [] : [decidedBy]),
    ...("userId" in change.data && change.data.userId !== null ? [change.data.userId] : []),
    ...(change.kind === "batch" ? change.data.payouts.map(({ userId }) => userId) : []),
    ...(change.kind === "reassign" && change.data.sellerId !== null ? [change.data.sellerId] : []),
  ];
}

async function ordersOf(
  db: ReadDatabase,
  proposals: readonly Proposal[],
): Promise<ReadonlyMap<string, number>> {
  const ids = proposals.flatMap(({ change }) => ("uuid" in change.data ? [change.data.uuid] : []));
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("projection.order_state")
    .select(["order_id", "order_number"])
    .where("order_id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.order_id, row.order_number]));
}

async function payeesOf(
  db: ReadDatabase,
  proposals: readonly Proposal[],
): Promise<ReadonlyMap<string, string>> {
  const ids = proposals.flatMap(({ change }) =>
    change.kind === "payout" ? [change.data.payoutId] : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("projection.payout_request as payout")
    .innerJoin("account", "account.id", "payout.user_id")
    .select(["payout.payout_id as id", "account.first_name", "account.last_name"])
    .where("payout.payout_id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`]));
}

const titles: Readonly<Record<NoticeStage, string>> = {
  made: "A change was proposed",
  half: "A proposed change is still waiting",
  "last-day": "A proposed change has one day left",
  confirmed: "A proposed change was confirmed",
  declined: "A proposed change was declined",
  withdrawn: "A proposed change was withdrawn",
  expired: "A proposed change has expired",
  void: "A proposed change could not be carried out",
};

/** For emails about decisions: without account numbers and addresses, which only the office shows. */
export async function proposalFacts(
  db: ReadDatabase,
  { proposalId, stage, userId }: Notice,
  region: Region,
) {
  const proposal = await findProposal(db, proposalId);
  if (!proposal) throw new Error(`there is no proposal ${proposalId}`);
  const { change, proposedBy } = proposal;
  const { currency } = await loadRegion(db, region);
  const names = await namesOf(db, userIdsOf(proposal));
  const proposer = names.get(proposedBy) ?? "Someone";
  const hasLink = userId !== null && userId !== proposedBy && isDeclinable(proposal);
  return {
    proposalTitle: titles[stage],
    proposalPreheader: `Proposed by ${proposer}.`,
    proposalText: `${proposer} proposed ${changeInWords(change, { currency, names })}. ${nextInWords(proposal, stage, names)}`,
    proposalDecline: hasLink
      ? "If you did not expect this, speak to the person who proposed it. You can decline it without signing in, on this page:"
      : "",
    // The secret of the link takes its place.
    link: "",
  };
}

function nextInWords(
  { state, way, takesEffectAt, waitSeconds, expiresAt, decidedBy, failure }: Proposal,
  stage: NoticeStage,
  names: ReadonlyMap<number, string>,
): string {
  const by = decidedBy === null ? "" : ` by ${names.get(decidedBy) ?? "someone"}`;
  switch (stage) {
    case "confirmed":
      return decidedBy === null
        ? "It waited long enough and no one declined it, so it has taken effect."
        : `It was confirmed${by}.`;
    case "declined":
      return `It was declined${by}, so nothing has changed.`;
    case "withdrawn":
      return "The person who proposed it has withdrawn it, so nothing has changed.";
    case "expired":
      return "No one confirmed it in time, so nothing has changed.";
    case "void":
      return `Nothing has changed. ${failure === null ? "" : new DomainError(failure).message}`.trim();
    case "made":
    case "half":
    case "last-day": {
      if (state !== "open") return "It has been decided since.";
      if (way === "confirmed")
        return `Another admin must confirm it in the office${expiresAt === null ? "" : ` by ${inUtc(expiresAt)}`}.`;
      const when =
        takesEffectAt === null
          ? `${spanInWords(waitSeconds ?? 0)} after everyone was told`
          : `at ${inUtc(takesEffectAt)}`;
      return `There is no other admin who could confirm it independently, so it takes effect ${when}, unless someone declines it first.`;
    }
  }
}

function spanInWords(seconds: number): string {
  const hours = seconds / 3600;
  return hours > 96 ? `${hours / 24} days` : `${hours} hours`;
}

const refundWays = {
  card: "to the card",
  eft: "by bank transfer",
  credit: "as store credit",
} as const;

function changeInWords(
  change: ProposedChange,
  { currency, names }: Readonly<{ currency: Currency; names: ReadonlyMap<number, string> }>,
): string {
  const money = (minor: number) => formatMoney(minor, currency);
  switch (change.kind) {
    case "limit":
      return change.data.above === null
        ? "removing the limit for second approval"
        : `second approval for amounts above ${money(change.data.above)} only`;
    case "bank":
      return "a new bank account for the shop";
    case "bank-account":
      return change.data.account === ""
        ? "that statements without an account number count"
        : "that the statements of another bank account count";
    case "contact":
      return "a new contact email address for the shop";
    case "admin": {
      const { words } = change;
      const name = words === null ? "" : `, ${words.firstName} ${words.lastName}`;
      const role = officeRoleOf(change.data);
      return change.data.isNew ? `a new ${role}${name}` : `restoring a former ${role}${name}`;
    }
    case "deactivate": {
      const role = rolesInWords[officeRoleOf(change.data)];
      return `that ${names.get(change.data.userId) ?? role} is ${role} no longer`;
    }
    case "factor":
      return `a new second step for signing in as ${names.get(change.data.userId) ?? "an admin"}, who has lost the old one`;
    case "eft":
      return `recording a bank transfer of ${money(change.data.amount)}`;
    case "bank-line":
      return `recording a bank payment of ${money(sumOf(change.data.uses))}`;
    case "undo-eft":
      return `undoing a bank transfer of ${money(change.data.amount)}`;
    case "undo-bank-line":
      return `undoing the match of a bank payment of ${money(sumOf(change.data.uses))}`;
    case "undo-return":
      return change.data.payoutId === null
        ? `undoing a repayment of ${money(change.data.amount)} of commission`
        : `undoing the return of a payout of ${money(change.data.amount)}`;
    case "credit":
      return `adding store credit of ${money(change.data.amount)}`;
    case "payout":
      return `paying an approved payout of ${money(change.data.amount)}`;
    case "batch":
      return `paying batch ${change.data.batchId} of ${change.data.payouts.length} payouts, together ${money(change.data.total)}`;
    case "refund":
      return `refunding ${money(change.data.amount)} of an order ${refundWays[change.data.method]}`;
    case "reassign":
      return `reassigning an order to ${change.data.sellerId === null ? "no seller" : (names.get(change.data.sellerId) ?? "another seller")}`;
    case "price":
      return `${priceWords(change.data, money)}${shareWords(change.data)}`;
    case "sale":
      return `a sale of ${change.data.bfDiscount}%${shareWords(change.data)}`;
    case "delivery-fee":
      return `a delivery price of ${change.data.deliveryFlat === null ? "that of a parcel" : money(change.data.deliveryFlat)}${shareWords(change.data)}`;
    case "vat-rate":
      return `a VAT rate of ${change.data.vatBps / 100}% in the region ${change.data.region.toUpperCase()}`;
    case "stockists":
      return `higher terms for stockists${shareWords(change.data)}${stockistShareWords(change.data)}`;
    case "margin":
      return `a margin of ${change.data.marginBps / 100}% for ${names.get(change.data.userId) ?? "someone"}${shareWords(change.data)}`;
    case "stockist-vat":
      return `${change.data.vatBps === null ? "the standard VAT rate" : `a VAT rate of ${change.data.vatBps / 100}%`} for the orders of ${names.get(change.data.userId) ?? "someone"}`;
    case "withholding":
      return withheldWords(change.data, names);
    case "payout-hold":
      return `paying commission after ${change.data.days} days instead of ${change.data.before}`;
    case "credit-password":
      return `asking members for the password from ${money(change.data.above)} of store credit on`;
    case "plan":
      return `a commission plan that pays up to ${change.data.shareBps / 100}% of the sales value`;
  }
}

function sumOf(uses: readonly Readonly<{ amount: number }>[]): number {
  return uses.reduce((sum, { amount }) => sum + amount, 0);
}

function priceWords(
  { name, before, price, isShownThen }: ChangeOf<"price">["data"],
  money: (minor: number) => string,
): string {
  if (isShownThen) return `the product ${name} at ${money(price)}, hidden until then`;
  return `the price of ${name}, from ${money(before)} to ${money(price)}`;
}

const wholeBps = 10_000;

function shareWords({ shareBps }: Readonly<{ shareBps?: number | undefined }>): string {
  if (shareBps === undefined || shareBps === wholeBps) return "";
  return `, where the lowest price is ${shareBps / 100}% of its highest in ${lookbackDays} days`;
}

function stockistShareWords({ stockistShareBps }: ChangeOf<"stockists">["data"]): string {
  if (stockistShareBps === undefined) return "";
  return `, by which a stockist’s sale pays up to ${stockistShareBps / 100}% with the leader bonus`;
}

function withheldWords(
  { userId, bps }: Readonly<{ userId: number | null; bps: number | null }>,
  names: ReadonlyMap<number, string>,
): string {
  const whose = userId === null ? "all members" : (names.get(userId) ?? "someone");
  return bps === null
    ? `the usual tax withheld of payouts of ${whose}`
    : `${bps / 100}% tax withheld of payouts of ${whose}`;
}

export function inUtc(instant: string): string {
  return `${instant.slice(0, 16).replace("T", " ")} UTC`;
}
