import { isDeepStrictEqual } from "node:util";
import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import type { Caller } from "../../caller.ts";
import { type Database, readOnly, type Tx } from "../db/database.ts";
import {
  findFrozenCommission,
  keepFrozenCommission,
  type OrderCommission,
} from "./frozen-commission.ts";
import {
  digestsOfPeople,
  findFrozenPeople,
  type FrozenPeople,
  keepFrozenPeople,
  peopleOf,
} from "./frozen-people.ts";

export type FreezingContext = Pick<Caller, "accountDigest" | "commissionOf">;

/** What a change itself does not say, and whoever confirms it relies on. */
type FrozenFacts = Readonly<{
  /** Whom it pays, and who earns by it. */
  people: FrozenPeople;
  /** Null in a decision of an earlier release. */
  commission: readonly OrderCommission[] | null;
}>;

/** As it is now. */
export async function factsOf(
  { accountDigest, commissionOf }: FreezingContext,
  db: Database | Tx,
  change: ProposedChange,
): Promise<FrozenFacts & Readonly<{ commission: readonly OrderCommission[] }>> {
  const commission = await commissionOf(readOnly(db), change);
  const earning = commission.flatMap(({ earned }) => earned.map(({ userId }) => userId));
  const ids = [...new Set([...(await peopleOf(db, change)), ...earning])];
  const people = await digestsOfPeople({ db, accountDigest }, ids, { withCell: true });
  return { people, commission };
}

/** As it was proposed. */
async function findFrozenFacts(db: Database | Tx, decisionId: string): Promise<FrozenFacts> {
  return {
    people: await findFrozenPeople(db, decisionId),
    commission: await findFrozenCommission(db, decisionId),
  };
}

export async function keepFrozenFacts(
  tx: Tx,
  decisionId: string,
  { people, commission }: Awaited<ReturnType<typeof factsOf>>,
): Promise<void> {
  await keepFrozenPeople(tx, decisionId, people);
  await keepFrozenCommission(tx, decisionId, commission);
}

/**
 * What differs by now from when a change was proposed; null where nothing does. Of what an earlier release did not freeze
 * nothing is compared.
 */
export async function differenceOf(
  context: FreezingContext,
  db: Database | Tx,
  { id, change }: Readonly<{ id: string; change: ProposedChange }>,
): Promise<DomainErrorCode | null> {
  const frozen = await findFrozenFacts(db, id);
  if (frozen.commission === null) return earlierDifferenceOf(context, db, change, frozen.people);
  const now = await factsOf(context, db, change);
  if (arePeopleOther(now.people, frozen.people)) return "proposal.person-changed";
  return isDeepStrictEqual(now.commission, frozen.commission)
    ? null
    : "proposal.commission-changed";
}

async function earlierDifferenceOf(
  { accountDigest }: FreezingContext,
  db: Database | Tx,
  change: ProposedChange,
  frozen: FrozenPeople,
): Promise<DomainErrorCode | null> {
  if (frozen.size === 0) return null;
  const ids = await peopleOf(db, change);
  const now = await digestsOfPeople({ db, accountDigest }, ids, { withCell: false });
  return arePeopleOther(now, frozen) ? "proposal.person-changed" : null;
}

/** Of a batch, those count whose payouts are still open. */
function arePeopleOther(now: FrozenPeople, frozen: FrozenPeople): boolean {
  return [...now].some(([userId, digest]) => frozen.get(userId) !== digest);
}
