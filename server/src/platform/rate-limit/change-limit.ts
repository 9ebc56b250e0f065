import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { Database } from "../db/database.ts";
import { clientIpPrefix } from "./rate-limits.ts";

/** Of each mutation in an hour, refused ones too: by an account, and by all guests of one IP prefix. */
export const changesPerHour = { account: 600, guests: 2000 } as const;
const hourMs = 3_600_000;
const countersMax = 50_000;

type Counter = { count: number; readonly until: number };
const countersOf = new WeakMap<Database, Map<string, Counter>>();

/**
 * Limits every mutation that somebody outside the office can call, so that no script calls one without end. Counted in
 * memory, because it costs less than the calls that it prevents (docs/adr/0009); what writes rows, messages or guesses has a
 * lower limit of its own that is counted in the database.
 *
 * @throws DomainError access.too-many-tries
 */
export function requireFewChanges(
  { db, user, ip, now }: Pick<Caller, "db" | "user" | "ip" | "now">,
  path: string,
): void {
  if (user?.role === "admin") return;
  const counters = countersOf.get(db) ?? new Map<string, Counter>();
  countersOf.set(db, counters);
  const at = Date.parse(now());
  const key = `${path} ${user ? `account ${user.id}` : clientIpPrefix(ip)}`;
  const known = counters.get(key);
  // A clock that jumped ahead once would count on until then.
  const isCurrent = known && at < known.until && known.until <= at + hourMs;
  const counter = isCurrent ? known : { count: 0, until: at + hourMs };
  if (counter !== known) {
    makeRoom(counters, at);
    counters.set(key, counter);
  }
  counter.count += 1;
  if (counter.count > changesPerHour[user ? "account" : "guests"])
    throw new DomainError("access.too-many-tries");
}

/** Clients with many prefixes must not fill the memory: the oldest counters go. */
function makeRoom(counters: Map<string, Counter>, at: number): void {
  if (counters.size < countersMax) return;
  for (const [key, { until }] of counters) if (until <= at) counters.delete(key);
  for (const key of counters.keys()) {
    if (counters.size < countersMax) return;
    counters.delete(key);
  }
}
