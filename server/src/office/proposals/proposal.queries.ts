import type { Currency } from "@portal/shared/platform/money.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import {
  listDecidedProposals,
  listOpenProposals,
  listOthers,
  type Proposal,
} from "../../platform/proposals/proposal.store.ts";

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
  const { currency } = await db
    .selectFrom("region")
    .select("currency")
    .where("code", "=", region)
    .executeTakeFirstOrThrow();
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
