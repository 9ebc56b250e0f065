import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import {
  type ProjectionStatus,
  projectionStatus,
} from "../../projections/live/projection-status.ts";
import { openWork, type OpenWork } from "../dashboard/open-work.queries.ts";
import { type BooksResult, booksResultSchema } from "./books-check.ts";
import { type ChainResult, chainResultSchema } from "./chain-check.ts";
import { type KeptCheck, listChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import { commissionShare, planCeilings, type SaleOutside } from "./payout-ratio-cap.queries.ts";

/** When something was last looked over, and where the ledger ended then; null: not yet. */
type Looked<Result> = (Result & { checkedAt: string; position: number; tookMs: number }) | null;
export type NamedMember = BooksResult["members"][number] & { fullName: string };

export type LedgerHealth = {
  now: string;
  currency: Currency;
  head: { position: number; recordedAt: string | null };
  projections: ProjectionStatus[];
  seals: { throughPosition: number; sealedAt: string | null; unsealed: number };
  chain: Looked<ChainResult>;
  books: Looked<Omit<BooksResult, "members"> & { members: NamedMember[] }>;
  plan: {
    /** All that members' sales cost beside their value so far, in minor units. */
    value: number;
    chain: number;
    leader: number;
    chainCeilingBps: number;
    leaderCeilingBps: number;
    outside: Looked<{ count: number; sales: SaleOutside[] }>;
  };
  clearing: Pick<OpenWork, "overpaid" | "underpaid" | "bankLines" | "notifications">;
  /** Somebody asked for a look that has not begun. */
  isWanted: boolean;
};

const outsideSchema = z.object({
  count: z.int(),
  sales: z.array(
    z.object({
      position: z.int(),
      orderId: z.string(),
      orderNumber: z.int(),
      value: z.int(),
      chain: z.int(),
      leader: z.int(),
      chainCeilingBps: z.int(),
      leaderCeilingBps: z.int(),
    }),
  ),
});

/** Whether the books can be trusted, as far as is known: live figures, and what the worker found last. */
export async function readLedgerHealth(
  db: ReadDatabase,
  { region, now }: Readonly<{ region: Region; now: string }>,
): Promise<LedgerHealth> {
  const checks = new Map((await listChecks(db)).map((check) => [check.name, check]));
  const books = looked(checks.get("books"), booksResultSchema);
  const { currency, overpaid, underpaid, bankLines, notifications } = await openWork(db, {
    region,
    now,
  });
  return {
    ...(await ends(db)),
    now,
    currency,
    projections: await projectionStatus(db),
    chain: looked(checks.get("chain"), chainResultSchema),
    books: books && { ...books, members: await named(db, books.members) },
    plan: {
      ...(await commissionShare(db)),
      ...(await ceilingInForce(db)),
      outside: looked(checks.get("plan"), outsideSchema),
    },
    clearing: { overpaid, underpaid, bankLines, notifications },
    isWanted: [...checks.values()].some(isWanted),
  };
}

function isWanted({ wantedAt, checkedAt }: KeptCheck): boolean {
  if (wantedAt === null) return false;
  return checkedAt === null || Date.parse(wantedAt) > Date.parse(checkedAt);
}

/** What an older release kept in another shape was not looked at. */
function looked<Result extends object>(
  check: KeptCheck | undefined,
  schema: z.ZodType<Result>,
): Looked<Result> {
  const found = schema.safeParse(check?.result);
  if (!check?.checkedAt || !found.success) return null;
  const { checkedAt, position, tookMs } = check;
  return { ...found.data, checkedAt, position, tookMs };
}

async function ceilingInForce(db: ReadDatabase) {
  const ceiling = [...(await planCeilings(db)).values()].at(-1);
  return {
    chainCeilingBps: ceiling?.chainBps ?? 0,
    leaderCeilingBps: ceiling?.leaderBps ?? 0,
  };
}

async function ends(db: ReadDatabase): Promise<Pick<LedgerHealth, "head" | "seals">> {
  const { rows } = await sql<{
    position: number;
    recordedAt: string;
    sealed: number | null;
    sealedAt: string | null;
  }>`
    select head.position, head.recorded_at as "recordedAt", seal.through_position as sealed,
      seal.sealed_at as "sealedAt"
    from ledger_head head
    left join (
      select through_position, sealed_at from ledger_seals order by through_position desc limit 1
    ) seal on true`.execute(db);
  const [{ position, recordedAt, sealed, sealedAt } = emptyLedger] = rows;
  const throughPosition = sealed ?? 0;
  return {
    // An empty ledger has recorded nothing yet.
    head: { position, recordedAt: position === 0 ? null : recordedAt },
    seals: { throughPosition, sealedAt, unsealed: position - throughPosition },
  };
}

const emptyLedger = { position: 0, recordedAt: "", sealed: null, sealedAt: null };

async function named(db: ReadDatabase, members: BooksResult["members"]): Promise<NamedMember[]> {
  if (members.length === 0) return [];
  const people = await db
    .selectFrom("account")
    .select(["id", sql<string>`first_name || ' ' || last_name`.as("fullName")])
    .where(
      "id",
      "in",
      members.map(({ memberId }) => memberId),
    )
    .execute();
  const names = new Map(people.map(({ id, fullName }) => [id, fullName]));
  return members.map((member) => ({ ...member, fullName: names.get(member.memberId) ?? "" }));
}
