import type { PreflightLine } from "@portal/shared/money/payouts.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { canBeAccount } from "./account-number.rules.ts";
import { listPaymentFacts, type PaymentFacts } from "./payment-facts.queries.ts";
import { preflight } from "./payout-preflight.rules.ts";

type Place = Readonly<{ region: Region; now: string }>;

/** The look before paying, for each of these requests. No account number is in it. */
export async function preflightOf(
  db: ReadDatabase,
  ids: readonly string[],
  place: Place,
): Promise<ReadonlyMap<string, readonly PreflightLine[]>> {
  const facts = await listPaymentFacts(db, ids);
  return new Map(facts.map((payout) => [payout.id, linesFor(payout, place)]));
}

function linesFor(payout: PaymentFacts, { region, now }: Place): readonly PreflightLine[] {
  const { account } = payout;
  const changedAt = account?.changedAt ?? null;
  return preflight({
    hasBankDetails: account !== null,
    canBeAccount: account !== null && canBeAccount(account, region === "za"),
    changedDays: changedAt === null ? null : wholeDays(changedAt, now),
    reversed: payout.reversed,
    others: payout.others,
    age: wholeDays(payout.requestedAt, now),
  });
}

function wholeDays(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 86_400_000));
}
