import type { Currency } from "@portal/shared/platform/money.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { targetWords } from "@portal/shared/office/audit-words.ts";
import { emailCopyRules, isEmailCopyKind } from "@portal/shared/office/message-kinds.ts";
import { siteCopyNames } from "@portal/shared/office/site-copy-names.ts";
import { type AuditAction, auditSentences } from "@portal/shared/platform/audit-actions.ts";
import { dayInWords } from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { Database, ReadDatabase } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import type { Listing } from "../../platform/messages/fill-words.ts";
import { namesOf } from "../../people/users/user.queries.ts";
import { changeWords, type HeardChange, peopleIn, toldDetails } from "./heard-changes.rules.ts";

/**
 * What one admin does alone and the others hear of the next day (docs/domain.md, "Decisions of two"): all that moves money,
 * settles money that no order has, stops or restores what somebody earns, or changes where money or a parcel goes or a rate, limit or text
 * that people pay by, and exports of people.
 */
export const heardActions = [
  "order.eft-recorded",
  "order.payment-undone",
  "order.cancelled",
  "order.refunded",
  "order.reassigned",
  "order.recipient-corrected",
  "bank-statement.uploaded",
  "card-settlement.uploaded",
  "payout-batch.proved",
  "refunds.proved",
  "bank-line.applied",
  "bank-line.undone",
  "bank-line.ignored",
  "bank-line.reopened",
  "bank-debit.explained",
  "bank-debit.reopened",
  "opening-balance.booked",
  "opening-balance.taken-back",
  "vat-rounding.booked",
  "vat-rounding.taken-back",
  "card-line.explained",
  "card-line.reopened",
  "card-exception.ignored",
  "difference.accepted",
  "card-notification.handled",
  "card-fees.booked",
  "card-fees.taken-back",
  "credit.granted",
  "entry-question.answered",
  "payout.paid",
  "payout.rejected",
  "payout.corrected",
  "payout.returned",
  "payout.return-undone",
  "commission.repaid",
  "commission.repayment-undone",
  "payout.invoice-credited",
  "payout.requests-saved",
  "payout-batch.made",
  "payout-batch.cancelled",
  "withholding.saved",
  "self-billing.saved",
  "month.closed",
  "plan.planned",
  "plan.withdrawn",
  "plan.published",
  "settings.changed",
  "product.added",
  "product.changed",
  "product.deleted",
  "user.created",
  "user.updated",
  "user.converted",
  "user.deleted",
  "user.restored",
  "member.moved",
  "member.uplifted",
  "impersonation.started",
  "account.erased",
  "guest.erased",
  "users.exported",
  "customers.exported",
  "orders.exported",
  "payouts.exported",
  "email-copy.changed",
  "email-copy.restored",
  "site-copy.changed",
  "site-copy.restored",
  "testimonial.added",
  "testimonial.changed",
  "upload.added",
  "upload.changed",
  "upload.poster-changed",
  "upload.captions-changed",
] as const satisfies readonly AuditAction[];

type HeardAct = Readonly<{
  actorId: number;
  name: string;
  action: (typeof heardActions)[number];
  count: number;
  /** In minor units; null for acts without an amount. */
  sum: number | null;
  /**
   * The kinds of the emails, the names of the site's texts, the sections of the settings with the texts that buyers read,
   * the products and testimonials, and the titles of the uploads, that were changed.
   */
  texts: readonly string[] | null;
  /** Each act by itself, the largest sum first and then what has former and new values. */
  changes: readonly HeardChange[] | null;
}>;

/** The texts that buyers read, by the field that the audit names. */
const textNames: Readonly<Record<string, string>> = {
  checkoutPopupText: "notice at checkout",
  stockIssues: "stock issues",
  shopName: "name on documents",
  shopAddress: "address",
  companyNo: "company number",
  vatNo: "VAT number",
  whatsappUrl: "WhatsApp link",
  facebookUrl: "Facebook link",
  instagramUrl: "Instagram link",
  name: "name",
  description: "description",
  outOfStockButton: "out of stock button",
  outOfStockMessage: "out of stock message",
};

/** The sections of the settings, as the screen of the office names them. */
const sectionNames: Readonly<Record<string, string>> = {
  orders: "orders and stock",
  shop: "company details",
  signIn: "sign-in",
  region: "VAT and region",
  limits: "limits against abuse",
};

/** The acts of one day in the shop's time zone, summed up for each admin; also while impersonating. */
export async function listHeardActs(
  db: Database | ReadDatabase,
  day: string,
  timeZone: string,
): Promise<HeardAct[]> {
  const texts = sql.join(Object.keys(textNames));
  const requested = sql`(
            select requested from projection.payout_request where payout_id::text = target)`;
  const told = Object.keys(toldDetails);
  const { rows } = await sql<HeardAct>`
    with acts as (
      select coalesce(impersonated_by_id, actor_id) as actor_id, action, target,
        case action
          when 'payout.paid' then ${requested}
          when 'payout.rejected' then ${requested}
          when 'payout.invoice-credited' then ${requested}
          when 'payout-batch.made' then (details ->> 'total')::bigint
          when 'bank-line.applied' then (
            select sum((used ->> 'amount')::bigint) from jsonb_array_elements(details -> 'uses') used)
          when 'entry-question.answered' then (details ->> 'creditAmount')::bigint
          when 'account.erased' then (details -> 'credit' ->> 'amount')::bigint
          when 'settings.changed' then null
          when 'product.changed' then null
          else (details ->> 'amount')::bigint
        end as amount,
        case
          when action like '%-copy.%' or action like 'testimonial.%' or action = 'product.added' then target
          when action like 'upload.%' then
            coalesce((select title from upload where 'upload ' || upload.id = target), target)
          when action in ('settings.changed', 'product.changed') then
            concat_ws(', ', target, case jsonb_typeof(details -> 'changed')
              when 'array' then (select string_agg(field, ', ' order by field)
                from jsonb_array_elements_text(details -> 'changed') field where field in (${texts}))
              when 'object' then (select string_agg(field, ', ' order by field)
                from jsonb_object_keys(details -> 'changed') field where field in (${texts})) end)
        end as named,
        case
          when action in ('settings.changed', 'product.changed') then
            case when jsonb_typeof(details -> 'changed') = 'object' then
              jsonb_build_object('of', target, 'details',
                jsonb_build_object('changed', (details -> 'changed') - array[${texts}]::text[])) end
          when action = any (${told}::text[]) then
            jsonb_build_object('details', case when details ? 'uses' then jsonb_build_object('orders', (
              select jsonb_agg(used -> 'orderNumber') from jsonb_array_elements(details -> 'uses') used))
              else details end, 'of', case
              when action like 'order.%' then
                (select 'order ' || order_number from projection.order_state where order_id::text = target)
              when subject_id is not null then
                coalesce((select nullif(concat_ws(' ', first_name, last_name), '') from account
                  where account.id = subject_id), 'person ' || subject_id)
              when action like 'plan.%' then null
              else target end)
        end as change,
        at
      from audit_entry
      where at >= ${day}::timestamp at time zone ${timeZone}
        and at < (${day}::timestamp + interval '1 day') at time zone ${timeZone}
        and action in (${sql.join(heardActions)})
        -- A picture that is shown is heard of with what shows it; a document is there for the members at once.
        and (action <> 'upload.added' or details ->> 'category' = 'Documents')
    )
    select acts.actor_id as "actorId", concat_ws(' ', first_name, last_name) as name, action,
      -- Without signs: two that cancel each other are not nothing.
      count(*)::integer as count, sum(abs(amount))::bigint as sum,
      array_agg(distinct named order by named) filter (where named is not null) as texts,
      jsonb_agg(change || jsonb_build_object('amount', amount) order by abs(amount) desc nulls last,
        (change -> 'details') ?| array['terms', 'values', 'code'] desc nulls last, at)
        filter (where change is not null) as changes
    from acts join account on account.id = acts.actor_id
    where account.role = 'admin'
    group by acts.actor_id, first_name, last_name, action
    order by name, acts.actor_id, action`.execute(db);
  return rows;
}

/** For the email to one admin: what the others did. */
export async function officeDayFacts(
  db: ReadDatabase,
  { userId, day }: Readonly<{ userId: number; day: string }>,
  region: Region,
): Promise<Readonly<{ officeDay: string; officeActs: Listing }>> {
  const { timeZone, currency } = await loadRegion(db, region);
  const acts = await listHeardActs(db, day, timeZone);
  const others = acts.filter(({ actorId }) => actorId !== userId);
  const names = await namesOf(db, peopleIn(others.flatMap(({ changes }) => changes ?? [])));
  const rows = others.map(
    (act) => [act.name, inWords(act, { currency, timeZone, names })] as const,
  );
  return { officeDay: dayInWords(day), officeActs: { as: "facts", rows } };
}

/** Of acts with sums the others are counted with theirs, which are smaller. */
const sumsMax = 20;
/** What is left out of acts without a sum may be anything: so many are done by hand on no day. */
const othersMax = 200;

function inWords(
  { action, count, sum, texts, changes }: HeardAct,
  context: Readonly<{ currency: Currency; timeZone: string; names: ReadonlyMap<number, string> }>,
): string {
  const often = count === 1 ? "once" : `${count} times`;
  const moneyOf = (total: number | null) =>
    total === null ? "" : `, ${formatMoney(total, context.currency)}`;
  const titles = (texts ?? []).map((kind) =>
    isEmailCopyKind(kind) ? emailCopyRules[kind].title : inNames(kind),
  );
  const isSection = action === "settings.changed" || action === "product.changed";
  const values = (changes ?? [])
    .map((change) => ({
      of: isSection ? inNames(change.of ?? "") : targetWords(change.of ?? ""),
      words: changeWords(action, change, context),
      amount: change.amount,
    }))
    // What changed of a section may be texts alone, which are said already.
    .filter(({ of, words }) => words !== "" || (of !== "" && !isSection));
  const said = new Set(values.map(({ of }) => of));
  const all = [
    ...values.map(({ of, words, amount }) => ({
      words: of !== "" && words !== "" ? `${of} (${words})` : `${of}${words}`,
      amount,
    })),
    ...titles.filter((title) => !said.has(title)).map((words) => ({ words, amount: null })),
  ];
  const max = sum === null ? othersMax : sumsMax;
  const left = all.slice(max);
  const leftSums = left.flatMap(({ amount }) => (amount === null ? [] : Math.abs(amount)));
  const leftSum = leftSums.length === 0 ? null : leftSums.reduce((total, each) => total + each);
  const more = left.length === 0 ? [] : [`and ${left.length} more${moneyOf(leftSum)}`];
  const listed = [...all.slice(0, max).map(({ words }) => words), ...more];
  const named = listed.length === 0 ? "" : `: ${listed.join("; ")}`;
  return `${auditSentences[action]}, ${often}${moneyOf(sum)}${named}`;
}

/** "orders, checkoutPopupText" is "orders and stock, notice at checkout". */
function inNames(named: string): string {
  const [target = "", ...fields] = named.split(", ");
  const names = fields.map((field) => textNames[field] ?? field);
  return [sectionNames[target] ?? siteCopyNames.get(target) ?? target, ...names].join(", ");
}
