import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import type { Region } from "@portal/shared/platform/region.ts";
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

export type ListedProposal = Omit<Proposal, "change"> & {
  change: ProposedChange;
  proposedByName: string;
  decidedByName: string | null;
  /** Whom it is about, and which order. */
  personName: string | null;
  orderNumber: number | null;
  /** Whether whoever looks may confirm it; declining is every admin's. */
  mayConfirm: boolean;
};
export type Proposals = {
  currency: Currency;
  open: ListedProposal[];
  decided: ListedProposal[];
};

const decidedMost = 50;

/** What waits for a second person, and what was decided lately. */
export async function listProposals(
  db: ReadDatabase,
  { viewerId, region }: Readonly<{ viewerId: number; region: Region }>,
): Promise<Proposals> {
  const [open, decided] = await Promise.all([
    listOpenProposals(db),
    listDecidedProposals(db, decidedMost),
  ]);
  const all = [...open, ...decided];
  const [names, orders, payees] = await Promise.all([
    namesOf(db, all),
    ordersOf(db, all),
    payeesOf(db, all),
  ]);
  const others = new Map<number, ReadonlySet<number>>();
  for (const { proposedBy } of open)
    if (!others.has(proposedBy)) others.set(proposedBy, await listOthers(db, proposedBy));
  const listed = (proposal: Proposal): ListedProposal => {
    const { change, decidedBy, proposedBy } = proposal;
    return {
      ...proposal,
      proposedByName: names.get(proposedBy) ?? "",
      decidedByName: decidedBy === null ? null : (names.get(decidedBy) ?? ""),
      personName: personIn(change, names, payees),
      orderNumber: change.kind === "eft" ? (orders.get(change.data.uuid) ?? null) : null,
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

async function namesOf(
  db: ReadDatabase,
  proposals: readonly Proposal[],
): Promise<ReadonlyMap<number, string>> {
  const ids = proposals.flatMap(({ proposedBy, decidedBy, change }) => [
    proposedBy,
    ...(decidedBy === null ? [] : [decidedBy]),
    ...("userId" in change.data ? [change.data.userId] : []),
  ]);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("account")
    .select(["id", "first_name", "last_name"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`]));
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

/** What an email to the admins says of a proposal: no account number and no address, which the office shows. */
export async function proposalFacts(
  db: ReadDatabase,
  { proposalId, stage }: AboutProposal,
  region: Region,
): Promise<Record<"proposalTitle" | "proposalPreheader" | "proposalText", string>> {
  const proposal = await findProposal(db, proposalId);
  if (!proposal) throw new Error(`there is no proposal ${proposalId}`);
  const { change, proposedBy, decidedBy, takesEffectAt } = proposal;
  const { currency } = await loadRegion(db, region);
  const proposer = await nameOf(db, proposedBy);
  const what = changeInWords(change, currency);
  const how =
    takesEffectAt === null
      ? "Another admin must confirm it in the office."
      : `There is no other admin to confirm it, so it takes effect automatically at ${inUtc(takesEffectAt)} unless someone declines it first.`;
  const by = decidedBy === null ? "automatically" : `by ${await nameOf(db, decidedBy)}`;
  switch (stage) {
    case "made":
      return {
        proposalTitle: "A change needs your confirmation",
        proposalPreheader: `Proposed by ${proposer}.`,
        proposalText: `${proposer} proposed ${what}. ${how}`,
      };
    case "confirmed":
      return {
        proposalTitle: "A proposed change was confirmed",
        proposalPreheader: `Proposed by ${proposer}.`,
        proposalText: `${proposer} proposed ${what}. It was confirmed ${by}.`,
      };
    case "declined":
      return {
        proposalTitle: "A proposed change was declined",
        proposalPreheader: `Proposed by ${proposer}.`,
        proposalText: `${proposer} proposed ${what}. It was declined ${by}, so nothing has changed.`,
      };
    case "expired":
      return {
        proposalTitle: "A proposed change has expired",
        proposalPreheader: `Proposed by ${proposer}.`,
        proposalText: `${proposer} proposed ${what}. No one confirmed it in time, so nothing has changed.`,
      };
  }
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

function inUtc(instant: string): string {
  return `${instant.slice(0, 16).replace("T", " ")} UTC`;
}

async function nameOf(db: ReadDatabase, userId: number): Promise<string> {
  const person = await db
    .selectFrom("account")
    .select(["first_name", "last_name"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return person ? `${person.first_name} ${person.last_name}` : "Someone";
}
