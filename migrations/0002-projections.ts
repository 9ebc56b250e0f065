import { type Kysely, sql } from "kysely";

/**
 * The tables that the ledger is folded into. Everything here can be thrown away and made anew from
 * the ledger, so the runtime role owns it: a rebuild fills tables in `projection_next` and moves them
 * over. The functions exist once per schema, so that both sets of tables are loaded and saved alike.
 */
const live = "projection";
const shadow = "projection_next";
const runtimeRole = "portal_app";

type Table = Readonly<{
  /** Column, type and nullability, in this order; the first line after `key` is what COPY writes. */
  columns: string;
  key: string;
  indexes?: readonly string[];
  /** Rows that change often leave room on their page, so that a change touches no index. */
  fillfactor?: number;
}>;

const tables: Readonly<Record<string, Table>> = {
  member: {
    columns: `user_id integer not null, kind text not null, level integer not null, parent_id integer,
      code text not null, active boolean not null, margin_bps integer, distributor_bps integer,
      vat_registered boolean, enrolled_at timestamptz not null, uplifted_at timestamptz,
      uplift_position bigint, uplifted_under_id integer`,
    key: "user_id",
    indexes: ["(parent_id)", "unique (lower(code))"],
  },
  member_path: {
    columns: "ancestor_id integer not null, descendant_id integer not null, depth integer not null",
    key: "descendant_id, ancestor_id",
    indexes: ["(ancestor_id, depth) include (descendant_id)"],
  },
  commission_plan: {
    columns: "position bigint not null, published_at timestamptz not null, plan jsonb not null",
    key: "position",
  },
  order_state: {
    columns: `order_id uuid not null, order_number bigint not null, buyer_id integer, seller_id integer,
      region text not null, currency text not null, vat_bps integer not null, live boolean not null,
      delivery_service text, total bigint not null, goods bigint not null, value bigint not null,
      units integer not null, state text not null, received bigint not null, refunded bigint not null,
      refunded_goods bigint not null, refunded_units integer not null, placed_at timestamptz not null,
      paid_at timestamptz, cancelled_at timestamptz, placed_position bigint not null,
      paid_position bigint, sold_by_id integer, sold_at_level integer, fulfilment text,
      quote_number text, collection_reference text, waybill text, accrual text not null`,
    key: "order_id",
    indexes: [
      "unique (order_number)",
      "(buyer_id, placed_position)",
      "(seller_id, placed_position)",
      "(placed_position)",
    ],
    fillfactor: 85,
  },
  order_payment: {
    columns: `position bigint not null, order_id uuid not null, payment_id text not null,
      method text not null, amount bigint not null, fee bigint not null, reference text not null,
      received_at timestamptz not null`,
    key: "order_id, payment_id",
  },
  sale_entry: {
    columns: `position bigint not null, entry_no integer not null, order_id uuid not null,
      seller_id integer not null, seller_level integer not null, units integer not null,
      value bigint not null, charged bigint not null, currency text not null,
      occurred_at timestamptz not null`,
    key: "position, entry_no",
    indexes: ["(seller_id, position) include (units, value, charged)"],
  },
  commission_entry: {
    columns: `position bigint not null, entry_no integer not null, order_id uuid not null,
      order_number bigint not null, beneficiary_id integer not null, beneficiary_level integer not null,
      kind text not null, seller_id integer not null, seller_level integer not null,
      rate_bps integer not null, value bigint not null, amount bigint not null, currency text not null,
      plan_position bigint not null, refunded_goods bigint, occurred_at timestamptz not null`,
    key: "position, entry_no",
    indexes: ["(beneficiary_id, position) include (amount, seller_level, kind)", "(order_id)"],
  },
  wallet: {
    columns: `user_id integer not null, units bigint not null, commissionable bigint not null,
      accrued bigint not null, paid bigint not null, credit bigint not null,
      credit_account bigint not null, commission_level1 bigint not null,
      commission_level2 bigint not null, commission_level3 bigint not null,
      commission_level4 bigint not null, leader_bonus bigint not null, open_payout_id text,
      last_paid_cutoff bigint not null, accrued_at_last_paid_cutoff bigint not null`,
    key: "user_id",
    fillfactor: 50,
  },
  payout_request: {
    columns: `payout_id text not null, user_id integer not null, commission bigint not null,
      credit bigint not null, requested bigint not null, after_position bigint not null,
      cutoff_position bigint not null, accrued_at_cutoff bigint not null, state text not null,
      requested_at timestamptz not null, settled_at timestamptz, paid_on date, reference text,
      reason text`,
    key: "payout_id",
    indexes: ["(state, requested_at)", "(user_id)"],
  },
};

/** JSON that only the fold looks into: reading it as jsonb would take longer than all else of a row. */
const jsonText = "accrual";

/** Rows that are only ever added; a second row with the same key is a bug and fails. */
const addedOnly = new Set(["order_payment", "sale_entry", "commission_entry"]);
const savedTables = Object.keys(tables).filter((name) => name !== "member_path");

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);

  for (const schema of [live, shadow])
    await run(`create schema ${schema} authorization ${runtimeRole}`);
  for (const [name, table] of Object.entries(tables))
    for (const statement of tableStatements(name, table)) await run(statement);
  await run(`create table ${live}.checkpoint (
    name text primary key, position bigint not null, failed_position bigint, failure text
  ) with (fillfactor = 20)`);
  await run(`alter table ${live}.checkpoint owner to ${runtimeRole}`);
  await run(`insert into ${live}.checkpoint (name, position)
    values ('orders', 0), ('network', 0), ('commissions', 0), ('wallets', 0)`);

  for (const schema of [live, shadow]) {
    await run(loadFunction(schema));
    await run(memberPathFunction(schema));
    await run(saveFunction(schema));
    for (const name of ["load_books", "save_member_paths", "save_books"])
      await run(`alter function ${schema}.${name} owner to ${runtimeRole}`);
  }
}

function tableStatements(name: string, table: Table): string[] {
  const storage = table.fillfactor ? ` with (fillfactor = ${table.fillfactor})` : "";
  const indexes = (table.indexes ?? []).map((index) => {
    const isUnique = index.startsWith("unique ");
    const columns = isUnique ? index.slice("unique ".length) : index;
    return `create ${isUnique ? "unique " : ""}index on ${live}.${name} ${columns}`;
  });
  return [
    `create table ${live}.${name} (${table.columns}, primary key (${table.key}))${storage}`,
    ...indexes,
    `alter table ${live}.${name} owner to ${runtimeRole}`,
  ];
}

/**
 * Everything that folding some events needs, in one answer: the orders and payouts themselves; the
 * members named and the sellers of `p_accruing` (orders whose commission is made or taken back) with
 * everybody above them; the wallets of all these, of the holders named and of whoever earned from
 * those orders. `askedMembers` and `askedWallets` say which were looked for, found or not. In plpgsql
 * because its plans are kept for the session; planning would cost more than running.
 */
function loadFunction(schema: string): string {
  const rows = (name: string, condition: string, order = "") =>
    `(select coalesce(json_agg(${rowAsJson(name)}${order}), '[]') from ${schema}.${name} r where ${condition})`;
  const rowsOf = (name: string, column: string, ids: string) =>
    `case when cardinality(${ids}) > 0 then ${rows(name, `r.${column} = any(${ids})`)} else '[]' end`;
  return `create function ${schema}.load_books(
    p_orders uuid[], p_accruing uuid[], p_members integer[], p_wallets integer[], p_payouts text[]
  ) returns json language plpgsql stable as $$
  declare
    members integer[] := p_members;
    holders integer[] := p_wallets;
  begin
    if cardinality(p_accruing) > 0 then
      members := members || array(
        select r.seller_id from ${schema}.order_state r
        where r.order_id = any(p_accruing) and r.seller_id is not null);
      holders := holders || array(
        select r.sold_by_id from ${schema}.order_state r
        where r.order_id = any(p_accruing) and r.sold_by_id is not null
        union
        select (entry->>'beneficiaryId')::integer
        from ${schema}.order_state r, json_array_elements(r.accrual::json) entry
        where r.order_id = any(p_accruing));
    end if;
    if cardinality(members) > 0 then
      members := array(
        select p.ancestor_id from ${schema}.member_path p where p.descendant_id = any(members)
        union select unnest(members));
      holders := holders || members;
    end if;
    return json_build_object(
      'position', (select min(position) from ${live}.checkpoint),
      'orders', ${rowsOf("order_state", "order_id", "p_orders")},
      'payouts', ${rowsOf("payout_request", "payout_id", "p_payouts")},
      'members', ${rowsOf("member", "user_id", "members")},
      'wallets', ${rowsOf("wallet", "user_id", "holders")},
      'plans', case when cardinality(members) > 0
        then ${rows("commission_plan", "true", " order by r.position")} else '[]' end,
      'askedMembers', members,
      'askedWallets', holders);
  end $$`;
}

/**
 * Adds and replaces rows by key; the closure follows the parents; the checkpoints move from `p_after`
 * to `p_position`. Writes nothing and answers false when the books stand elsewhere than at `p_after`.
 */
function saveFunction(schema: string): string {
  return `create function ${schema}.save_books(p_rows json, p_after bigint, p_position bigint)
  returns boolean language plpgsql as $$
  begin
    if p_after <> (select min(position) from ${live}.checkpoint) then return false; end if;
    ${savedTables.map((name) => saveStatement(schema, name)).join("\n    ")}
    if p_rows->'member' is not null then
      perform ${schema}.save_member_paths(array(
        select (row->>'userId')::integer from json_array_elements(p_rows->'member') row));
    end if;
    if p_position is not null then
      update ${live}.checkpoint set position = p_position, failed_position = null, failure = null
      where position < p_position;
    end if;
    return true;
  end $$`;
}

function saveStatement(schema: string, name: string): string {
  const columns = columnsOf(name);
  const key = tables[name]?.key ?? "";
  const kept = new Set(key.split(", "));
  const typed = columns.map(([column, type]) => `"${fieldOf(column)}" ${type}`).join(", ");
  const changes = columns
    .filter(([column]) => !kept.has(column))
    .map(([column]) => `${column} = excluded.${column}`);
  const conflict = addedOnly.has(name)
    ? ""
    : ` on conflict (${key}) do update set ${changes.join(", ")}`;
  return `if p_rows->'${name}' is not null then
      insert into ${schema}.${name} (${columns.map(([column]) => column).join(", ")})
      select ${columns.map(([column]) => `r."${fieldOf(column)}"`).join(", ")}
      from json_to_recordset(p_rows->'${name}') as r(${typed})${conflict};
    end if;`;
}

/**
 * Writes the paths anew of everybody at or below the members whose parent is not the one in the
 * closure, from the parents as they now stand. So the order of several moves does not matter.
 */
function memberPathFunction(schema: string): string {
  return `create function ${schema}.save_member_paths(p_members integer[])
  returns void language plpgsql as $$
  declare
    moved integer[] := array(
      select m.user_id from ${schema}.member m
      left join ${schema}.member_path self
        on self.descendant_id = m.user_id and self.ancestor_id = m.user_id
      left join ${schema}.member_path parent
        on parent.descendant_id = m.user_id and parent.depth = 1
      where m.user_id = any(p_members)
        and (self.depth is null or parent.ancestor_id is distinct from m.parent_id));
    affected integer[];
  begin
    if cardinality(moved) = 0 then return; end if;
    affected := array(
      select descendant_id from ${schema}.member_path where ancestor_id = any(moved)
      union select unnest(moved));
    delete from ${schema}.member_path where descendant_id = any(affected);
    insert into ${schema}.member_path (ancestor_id, descendant_id, depth)
    with recursive upwards (ancestor_id, descendant_id, depth, next_id) as (
      select m.user_id, m.user_id, 0, m.parent_id
      from ${schema}.member m where m.user_id = any(affected)
      union all
      select m.user_id, u.descendant_id, u.depth + 1, m.parent_id
      from upwards u join ${schema}.member m on m.user_id = u.next_id
    )
    select ancestor_id, descendant_id, depth from upwards;
  end $$`;
}

/** A row under the names of its fields, instants as ISO text: what the fold works with. */
function rowAsJson(name: string): string {
  const pairs = columnsOf(name).map(([column, type]) => {
    let value = `r.${column}`;
    if (type === "timestamptz")
      value = `to_char(r.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    if (column === jsonText) value = `r.${column}::json`;
    return `'${fieldOf(column)}', ${value}`;
  });
  return `json_build_object(${pairs.join(", ")})`;
}

function columnsOf(name: string): [column: string, type: string][] {
  return (tables[name]?.columns ?? "").split(",").map((line) => {
    const [column = "", type = ""] = line.trim().split(/\s+/);
    return [column, type];
  });
}

function fieldOf(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
