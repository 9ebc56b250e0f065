import { z } from "zod";
import { type Database, type ReadDatabase, readOnly } from "../../platform/db/database.ts";
import {
  keepCheck,
  listChecks,
  wantChecks,
} from "../../platform/ledger-checks/ledger-check.store.ts";
import { type Damage, type Verification, verifyStretch } from "../../platform/ledger/verify.ts";
import {
  type ConservationFinding,
  conservationFindingSchema,
  type ProjectionsComparison,
} from "../../projections/compare/compare-projections.ts";
import {
  memberDifferenceSchema,
  tableDifferenceSchema,
} from "../../projections/compare/difference.ts";

/** How far the hashes were recomputed, and what was found. */
export const chainResultSchema = z.object({
  /** Every event up to this position was verified at least once. */
  through: z.int().nonnegative(),
  /** Events up to this position were verified again in the present round. */
  again: z.int().nonnegative(),
  /** When the last complete round ended. */
  wholeAt: z.string().nullable(),
  damage: z
    .object({
      position: z.int(),
      what: z.string(),
      explanation: z.string(),
      /** Found by `finance verify`, which checks more than the watch: only it can find that the damage is repaired. */
      needsVerify: z.boolean().optional(),
    })
    .nullable(),
});
export type ChainResult = Readonly<z.infer<typeof chainResultSchema>>;

export const nothingVerified: ChainResult = { through: 0, again: 0, wholeAt: null, damage: null };

/** Events per step: some seconds of work. */
const newPerStep = 100_000;
const againPerStep = 50_000;

/**
 * Verifies the next range of new events, then the next range of old ones, which may have been altered since. After damage
 * was found, only that is checked until it is repaired.
 */
export async function verifyNext(
  db: ReadDatabase,
  before: ChainResult,
  { head, now }: Readonly<{ head: number; now: string }>,
): Promise<ChainResult> {
  const known = before.damage && (await stillDamaged(db, before, head));
  if (known) return { ...before, damage: known };
  if (head < before.through) return { ...before, damage: cutOff(head) };

  const newest = Math.min(head, before.through + newPerStep);
  const found = await verify(db, before.through, newest);
  if (found) return { ...before, damage: found };

  const until = Math.min(newest, before.again + againPerStep);
  const altered = before.again < before.through ? await verify(db, before.again, until) : null;
  if (altered) return { ...before, through: newest, damage: altered };
  const isRoundOver = until === newest;
  return {
    through: newest,
    again: isRoundOver ? 0 : until,
    wholeAt: isRoundOver ? now : before.wholeAt,
    damage: null,
  };
}

async function stillDamaged(
  db: ReadDatabase,
  { through, damage }: ChainResult,
  head: number,
): Promise<ChainResult["damage"]> {
  if (damage === null || damage.needsVerify) return damage;
  if (damage.what === "cut off") return head < through ? cutOff(head) : null;
  return verify(db, damage.position - 1, damage.position);
}

/**
 * The result of a complete verification, from which the watch continues.
 *
 * @param verifiedAt when the verification began
 */
async function resultOfVerification(
  db: ReadDatabase,
  { events, damage }: Verification,
  verifiedAt: string,
): Promise<ChainResult> {
  if (damage === null) return { through: events, again: 0, wholeAt: verifiedAt, damage: null };
  const before = Math.max(0, damage.position - 1);
  const isSeenByWatch = (await verify(db, before, Math.max(before, damage.position))) !== null;
  return {
    through: before,
    again: 0,
    wholeAt: null,
    damage: { ...damage, needsVerify: !isSeenByWatch },
  };
}

/** A range from the start includes positions before the first, where no event may be. */
function verify(db: ReadDatabase, after: number, through: number): Promise<Damage | null> {
  if (through === 0 || after === through) return Promise.resolve(null);
  return verifyStretch(db, after === 0 ? -1 : after, through);
}

function cutOff(head: number): Damage {
  const position = head + 1;
  return { position, what: "cut off", explanation: `there is no event at position ${position}` };
}

/** The result of comparing the live projections with a replay of the ledger, and of the money checks. */
export const projectionsResultSchema = z.object({
  isSound: z.boolean(),
  /** Only tables that differ. */
  tables: z.array(tableDifferenceSchema),
  memberCount: z.int(),
  members: z.array(memberDifferenceSchema),
  /** Money checks that failed, and where. */
  broken: z.array(conservationFindingSchema),
  /** Why the ledger could not be replayed; null when it could. */
  failure: z.string().nullable(),
});
export type ProjectionsResult = z.infer<typeof projectionsResultSchema>;

const listedMax = 50;

/** Ids and amounts only; names are looked up when the result is read. */
export function projectionsResultOf(
  { report, conservation, isSound }: ProjectionsComparison,
  salesDrift: readonly ConservationFinding[],
): ProjectionsResult {
  return {
    isSound: isSound && salesDrift.length === 0,
    tables: report.tables.filter(({ differing }) => differing > 0),
    memberCount: report.members.length,
    members: report.members.slice(0, listedMax),
    broken: [...conservation, ...salesDrift].slice(0, listedMax),
    failure: null,
  };
}

export function failedProjectionsResult(failure: string): ProjectionsResult {
  return { isSound: false, tables: [], memberCount: 0, members: [], broken: [], failure };
}

/**
 * Replaces the watch's last result by that of a complete verification, also when the watch has stored another one meanwhile,
 * which covers less; then requests the other checks.
 */
export async function keepVerification(
  db: Database,
  verification: Verification,
  started: Date,
): Promise<void> {
  const checkedAt = started.toISOString();
  const tookMs = Date.now() - started.getTime();
  const result = await resultOfVerification(readOnly(db), verification, checkedAt);
  const found = { checkedAt, position: result.through, tookMs, result };
  let isKept = false;
  while (!isKept) {
    const chain = (await listChecks(readOnly(db))).find(({ name }) => name === "chain");
    if (!chain) return;
    isKept = await keepCheck(db, chain, found);
  }
  await wantChecks(db, new Date().toISOString());
}
