import { type Kysely, sql } from "kysely";

/**
 * Payouts that two people answer for, and those that leave in one file for the bank.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Minor units of the region's currency; null: nobody has to be asked.
  await sql`
    alter table region
      add column payout_second_person_above bigint check (payout_second_person_above >= 0)
  `.execute(db);
  await sql`
    create table payout_approval (
      payout_id text not null,
      approved_by integer not null references account,
      -- What was approved: the cash of the request, which never changes.
      amount bigint not null check (amount > 0),
      approved_at timestamptz not null default now(),
      primary key (payout_id, approved_by)
    )
  `.execute(db);
  await sql`
    create table payout_batch (
      id integer generated always as identity primary key,
      layout text not null check (layout in ('fnb', 'standard-bank')),
      -- The day on which the bank is to pay, and the shop's account that it pays from.
      pay_on date not null,
      own_account text not null,
      item_count integer not null check (item_count > 0),
      total bigint not null check (total > 0),
      -- What the bank reckons from the accounts, to see that none was changed on the way.
      hash_total text not null check (hash_total ~ '^[0-9]{12}$'),
      state text not null default 'open' check (state in ('open', 'paid', 'cancelled')),
      made_at timestamptz not null default now(),
      made_by integer not null references account,
      settled_at timestamptz,
      settled_by integer references account,
      check ((state = 'open') = (settled_at is null))
    )
  `.execute(db);
  await sql`
    create table payout_batch_item (
      batch_id integer not null references payout_batch,
      payout_id text not null,
      user_id integer not null references account,
      amount bigint not null check (amount > 0),
      -- What the bank shows on both statements.
      reference text not null,
      -- As of when the bank details are that the batch was made with: an account is never kept twice.
      bank_details_at timestamptz not null,
      state text not null default 'open' check (state in ('open', 'paid', 'released')),
      -- Why it could not be marked as paid, the last time that somebody tried.
      failure text,
      -- The line of the bank statement that proves it.
      proof_day date,
      proof_text text,
      primary key (batch_id, payout_id)
    )
  `.execute(db);
  await sql`
    create unique index payout_in_one_open_batch on payout_batch_item (payout_id)
      where state = 'open'
  `.execute(db);
  await sql`create index payout_batch_list on payout_batch (state, id desc)`.execute(db);
  await sql`create index payout_batch_item_payout on payout_batch_item (payout_id)`.execute(db);
  // One account of several people is told by its digits.
  await sql`
    create index bank_detail_account on bank_detail
      ((regexp_replace(account_number, '[^0-9A-Za-z]', '', 'g')))
  `.execute(db);
  // An approval stays, and so does the history of a batch.
  await sql`revoke all on payout_approval, payout_batch, payout_batch_item from portal_app`.execute(
    db,
  );
  await sql`grant select, insert on payout_approval to portal_app`.execute(db);
  await sql`grant select, insert, update on payout_batch, payout_batch_item to portal_app`.execute(
    db,
  );
  for (const statement of [secondPerson, onEveryPayment]) await sql.raw(statement).execute(db);
}

/**
 * Above the limit, a payment stands only where an admin approved it who neither pays nor is paid.
 * Whoever owns the ledger brings a history as it was, so that is not asked of them; `role` is who a
 * session acts as, whoever it signed in as and whichever function it is in. The lowest limit of all
 * regions counts, because a wallet does not say which region it is of.
 */
const secondPerson = `
create function public.require_second_person() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_acts_as name := coalesce(nullif(current_setting('role'), 'none'), session_user);
  v_limit bigint;
begin
  if pg_has_role(v_acts_as, 'ledger_owner', 'usage') then return null; end if;
  select min(r.payout_second_person_above) into v_limit from public.region r;
  if v_limit is null or (new.data ->> 'amount')::bigint <= v_limit then return null; end if;
  if not exists (
    select from public.payout_approval a
    join public.account p on p.id = a.approved_by and p.role = 'admin' and p.active
    where a.payout_id = new.data ->> 'payoutId'
      and a.amount = (new.data ->> 'amount')::bigint
      and a.approved_by <> (new.metadata ->> 'actorId')::integer
      and a.approved_by <> (new.data ->> 'userId')::integer
  ) then
    raise exception 'payout % needs the approval of a second person', new.data ->> 'payoutId'
      using errcode = 'insufficient_privilege', constraint = 'payout_second_person';
  end if;
  return null;
end $$;
revoke all on function public.require_second_person() from public;
-- Partitions that are added later get the trigger from whoever adds them.
grant execute on function public.require_second_person() to ledger_owner;
`;

const onEveryPayment = `
create trigger second_person after insert on public.ledger_events
  for each row when (new.type = 'PayoutPaid') execute function public.require_second_person();
`;
