import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { namesOf } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import {
  findProposal,
  listDecidedProposals,
  listOpenProposals,
  listOthers,
  type Proposal,
} from "../../platform/proposals/proposal.store.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

const decidedMax = 50;

/** Proposals that wait for a second admin, and those decided recently. */
export async function listProposals(
  db: ReadDatabase,
  { viewerId, region }: Readonly<{ viewerId: number; region: Region }>,
) {
  const [open, decided] = await Promise.all([
    listOpenProposals(db),
    listDecidedProposals(db, decidedMax),
  ]);
  const all = [...open, ...decided];
  const [names, orders, payees] = await Promise.all([
    namesOf(db, all.flatMap(userIdsOf)),
    ordersOf(db, all),
    payeesOf(db, all),
  ]);
  const others = new Map<number, ReadonlySet<number>>();
  for (const { proposedBy } of open)
    if (!others.has(proposedBy)) others.set(proposedBy, await listOthers(db, proposedBy));
  const listed = (proposal: Proposal) => {
    const { change, decidedBy, proposedBy } = proposal;
    return {
      ...proposal,
      proposedByName: names.get(proposedBy) ?? "",
      decidedByName: decidedBy === null ? null : (names.get(decidedBy) ?? ""),
      personName: personIn(change, names, payees),
      orderNumber: change.kind === "eft" ? (orders.get(change.data.uuid) ?? null) : null,
      /** Declining is allowed to every admin. */
      mayConfirm: others.get(proposedBy)?.has(viewerId) ?? false,
    };
  };
  const { currency } = await loadRegion(db, region);
  return { currency, open: open.map(listed), decided: decided.map(listed) };
}

function personIn(
  change: ProposedChange,
  names: ReadonlyMap<number, string>,
  payees: ReadonlyMap<string, string>,
): string | null {
  if (change.kind === "payout") return payees.get(change.data.payoutId) ?? null;
  if (change.kind === "admin" && change.words !== null)
    return `${change.words.firstName} ${change.words.lastName}`;
  return "userId" in change.data ? (names.get(change.data.userId) ?? null) : null;
}

function userIdsOf({ proposedBy, decidedBy, change }: Proposal): number[] {
  return [
    proposedBy,
    ...(decidedBy === null ? [] : [decidedBy]),
    ...("userId" in change.data ? [change.data.userId] : []),
  ];
}

async function ordersOf(
  db: ReadDatabase,
  proposals: readonly Proposal[],
): Promise<ReadonlyMap<string, number>> {
  const ids = proposals.flatMap(({ change }) => (change.kind === "eft" ? [change.data.uuid] : []));
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

type AboutProposal = Extract<MessageAbout, { kind: "proposal" }>;

const titles: Readonly<Record<AboutProposal["stage"], string>> = {
  made: "A change needs your confirmation",
  confirmed: "A proposed change was confirmed",
  declined: "A proposed change was declined",
  expired: "A proposed change has expired",
};

/** For emails to the admins: without account numbers and addresses, which only the office shows. */
export async function proposalFacts(
  db: ReadDatabase,
  { proposalId, stage }: AboutProposal,
  region: Region,
): Promise<Record<"proposalTitle" | "proposalPreheader" | "proposalText", string>> {
  const proposal = await findProposal(db, proposalId);
  if (!proposal) throw new Error(`there is no proposal ${proposalId}`);
  const { change, proposedBy, decidedBy, takesEffectAt } = proposal;
  const { currency } = await loadRegion(db, region);
  const names = await namesOf(db, userIdsOf(proposal));
  const proposer = names.get(proposedBy) ?? "Someone";
  const by = decidedBy === null ? "automatically" : `by ${names.get(decidedBy) ?? "Someone"}`;
  const outcomes: Readonly<Record<AboutProposal["stage"], string>> = {
    made:
      takesEffectAt === null
        ? "Another admin must confirm it in the office."
        : `There is no other admin to confirm it, so it takes effect automatically at ${inUtc(takesEffectAt)} unless someone declines it first.`,
    confirmed: `It was confirmed ${by}.`,
    declined: `It was declined ${by}, so nothing has changed.`,
    expired: "No one confirmed it in time, so nothing has changed.",
  };
  return {
    proposalTitle: titles[stage],
    proposalPreheader: `Proposed by ${proposer}.`,
    proposalText: `${proposer} proposed ${changeInWords(change, currency)}. ${outcomes[stage]}`,
  };
}

function changeInWords(change: ProposedChange, currency: Currency): string {
  const money = (minor: number) => formatMoney(minor, currency);
  switch (change.kind) {
    case "limit":
      return change.data.above === null
        ? "removing the limit for second approval"
        : `second approval for amounts above ${money(change.data.above)}`;
    case "bank":
      return "a new bank account for the shop";
    case "admin":
      return change.data.isNew ? "a new admin" : "restoring a deleted admin";
    case "eft":
      return `recording a bank transfer of ${money(change.data.amount)}`;
    case "bank-line":
      return `recording a bank payment of ${money(change.data.uses.reduce((sum, { amount }) => sum + amount, 0))}`;
    case "credit":
      return `adding store credit of ${money(change.data.amount)}`;
    case "payout":
      return `paying an approved payout of ${money(change.data.amount)}`;
  }
}

export function inUtc(instant: string): string {
  return `${instant.slice(0, 16).replace("T", " ")} UTC`;
}
