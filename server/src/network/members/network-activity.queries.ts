import { everyWord, isNamed } from "../../platform/db/list-filters.ts";
import type { Page } from "@portal/shared/platform/paging.ts";
import type { readActivitySchema } from "@portal/shared/network/network-tree.ts";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { findTop, isInTree, requireWithin } from "./network-scope.queries.ts";
import { networkStream, type NetworkEvent } from "./network.events.ts";

/** One change of the network, from the ledger. A distributor sees names of its own tree only. */
export type NetworkChange = {
  position: number;
  at: string;
  type: NetworkEvent["type"];
  userId: number;
  userName: string | null;
  parentName: string | null;
  actorName: string | null;
  impersonatedByName: string | null;
};

/** A stockist's percentages from an instant on, in whole percent. */
export type StockistTermsChange = {
  position: number;
  from: string;
  stockistMargin: number;
  distributorPercent: number;
  vatRegistered: boolean;
  actorName: string | null;
};

/**
 * Changes of members who are in the tree today; `search` matches the changed member's name.
 *
 * @throws DomainError access.forbidden, network.unknown-member
 */
export async function listNetworkChanges(
  { readDb: db }: Caller,
  user: SignedInUser,
  { page, pageSize, search, of, sort }: z.infer<typeof readActivitySchema>,
): Promise<Page<NetworkChange>> {
  const top = await findTop(db, user, of);
  const isOfPerson = everyWord(search ?? "", (word) => isNamed("person", word));
  const matching = sql`
    from ledger_events event left join account person on person.id = ${userIdOf(sql`event`)}
    where event.stream_id = ${networkStream} and ${isInTree(top, userIdOf(sql`event`))}
      and ${isOfPerson}`;

  const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;

  const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db);
  const { rows } = await sql<NetworkChange>`
    select change.position, change.occurred_at as at, change.type, change."userId", change."userName",
      ${nameOf(user, sql`(change.data->>'parentId')::integer`)} as "parentName",
      ${nameOf(user, sql`(change.metadata->>'actorId')::integer`)} as "actorName",
      ${nameOf(user, sql`(change.metadata->>'impersonatedById')::integer`)} as "impersonatedByName"
    from (
      select event.position, event.occurred_at, event.type, event.data, event.metadata,
        ${userIdOf(sql`event`)} as "userId", ${fullName(sql`person`)} as "userName"
      ${matching}
      order by event.position ${direction}
      limit ${pageSize} offset ${(page - 1) * pageSize}
    ) change
    order by change.position ${direction}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/**
 * A stockist's percentages over time, newest first.
 *
 * @throws DomainError access.forbidden; network.unknown-member also for a member outside the user's tree
 */
export async function listStockistTerms(
  { readDb: db }: Caller,
  user: SignedInUser,
  userId: number,
): Promise<StockistTermsChange[]> {
  await requireWithin(db, await findTop(db, user, undefined), userId);
  const { rows } = await sql<StockistTermsChange>`
    select event.position, event.occurred_at as "from",
      (event.data->>'marginBps')::integer / 100.0::float as "stockistMargin",
      (event.data->>'distributorBps')::integer / 100.0::float as "distributorPercent",
      (event.data->>'vatRegistered')::boolean as "vatRegistered",
      ${nameOf(user, sql`(event.metadata->>'actorId')::integer`)} as "actorName"
    from ledger_events event
    where event.stream_id = ${networkStream} and ${userIdOf(sql`event`)} = ${userId}
      and event.type in ('StockistEnrolled', 'StockistTermsChanged')
    order by event.position desc`.execute(db);
  return rows;
}

function userIdOf(event: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(${event}.data->>'userId')::integer`;
}

function fullName(account: RawBuilder<unknown>): RawBuilder<string> {
  return sql`trim(${account}.first_name || ' ' || ${account}.last_name)`;
}

/** Null for a distributor if the named member is above it or outside its tree. */
function nameOf(user: SignedInUser, userId: RawBuilder<unknown>): RawBuilder<string | null> {
  const isSeen =
    user.role === "admin"
      ? sql`true`
      : sql`exists (select from projection.member_path
          where ancestor_id = ${user.id} and descendant_id = named.id)`;
  return sql`(select ${fullName(sql`named`)} from account named
    where named.id = ${userId} and ${isSeen})`;
}
