import { type Period } from "@portal/shared/platform/calendar.ts";
import { type MemberLevel, type Role, shownRole } from "@portal/shared/platform/roles.ts";
import type { ListActivity } from "@portal/shared/people/users/user-list.ts";
import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import type { Caller } from "../../caller.ts";
import { periodOfDays } from "../../platform/db/list-filters.ts";
import { isListed, isMatch, isOfRole, userOrders } from "../../people/users/user-list.queries.ts";

type ActivityRow = {
  id: number;
  fullName: string;
  email: string;
  role: Role;
  school: boolean;
  level: MemberLevel | null;
  lastSeenAt: string | null;
  lastDevice: string | null;
  signIns: number;
  lastAction: string | null;
  lastActionAt: string | null;
};

/** Sign-ins and the last audited action of each user within the period; days are those of the shop. */
export async function listUserActivity(
  { reportDb, shop }: Pick<Caller, "reportDb" | "shop">,
  { page, pageSize, search, role, sort, ...days }: ListActivity,
) {
  const period = await periodOfDays(reportDb, shop.region, days);
  const conditions: Expression<SqlBool>[] = [isListed];
  if (role) conditions.push(isOfRole(role));
  if (search) conditions.push(await isMatch(reportDb, search));
  const condition = sql.join(conditions, sql` and `);

  const counted = await sql<{ total: number }>`
    select count(*) as total from account where ${condition}`.execute(reportDb);
  // The page is found first, and details are looked up for its users only.
  const { from, order } = sort.by === "signIns" ? bySignIns(sort, period) : byAccount(sort);
  const { rows } = await sql<ActivityRow>`
    select account.id, account.first_name || ' ' || account.last_name as "fullName",
      account.email, account.role, account.school, member.level,
      account.last_seen_at as "lastSeenAt", coalesce(here.device, arrived.device) as "lastDevice",
      (select count(*) from audit_entry entry
        where entry.subject_id = account.id and entry.action = 'signed-in' and ${isIn(period)}
      ) as "signIns",
      latest.action as "lastAction", latest.at as "lastActionAt"
    from (
      select account.id from ${from} where ${condition}
      order by ${order.ofPage} limit ${pageSize} offset ${(page - 1) * pageSize}
    ) page
    join account on account.id = page.id
    left join projection.member on member.user_id = account.id
    left join lateral (
      select device from session
      where session.user_id = account.id and session.impersonator_id is null
      order by session.last_seen_at desc limit 1
    ) here on true
    left join lateral (
      select entry.details->>'device' as device from audit_entry entry
      where entry.subject_id = account.id and entry.action = 'signed-in'
      order by entry.at desc limit 1
    ) arrived on true
    left join lateral (
      select entry.action, entry.at from audit_entry entry
      where entry.actor_id = account.id and ${isIn(period)}
      order by entry.at desc, entry.id desc limit 1
    ) latest on true
    order by ${order.ofRows}`.execute(reportDb);
  return {
    rows: rows.map(({ school, ...row }) => ({
      ...row,
      role: shownRole({ role: row.role, school }),
    })),
    total: counted.rows[0]?.total ?? 0,
  };
}

type Sort = ListActivity["sort"];
/** The source and order of the page; joining details loses the order, so its rows are sorted again. */
type Paged = Readonly<{
  from: RawBuilder<unknown>;
  order: Readonly<{ ofPage: RawBuilder<unknown>; ofRows: RawBuilder<unknown> }>;
}>;

function byAccount({ by, direction }: Sort): Paged {
  const order = userOrders[by === "name" ? "name" : "lastSeen"][direction];
  return { from: sql`account`, order: { ofPage: order, ofRows: order } };
}

function bySignIns({ direction }: Sort, period: Period): Paged {
  const order = direction === "desc" ? sql`desc` : sql`asc`;
  return {
    from: sql`account left join (
      select entry.subject_id, count(*) as times from audit_entry entry
      where entry.action = 'signed-in' and ${isIn(period)} group by entry.subject_id
    ) arrivals on arrivals.subject_id = account.id`,
    order: {
      ofPage: sql`coalesce(arrivals.times, 0) ${order}, account.id`,
      ofRows: sql`"signIns" ${order}, account.id`,
    },
  };
}

function isIn({ from, until }: Period) {
  return sql<SqlBool>`entry.at >= coalesce(${from}::timestamptz, '-infinity')
    and entry.at < coalesce(${until}::timestamptz, 'infinity')`;
}
