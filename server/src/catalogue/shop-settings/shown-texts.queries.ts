import { accountNumberIn, hasAddress, numbersIn } from "@portal/shared/platform/account-numbers.ts";
import { wrongDetail } from "@portal/shared/catalogue/company-details.ts";
import { waits } from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import type { SaveSettings } from "@portal/shared/catalogue/settings.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { type AllSettings, partOf } from "./settings.store.ts";

/** By the name of the form's field. */
type Texts = Readonly<Record<string, string>>;

/**
 * Texts that one admin alone puts before buyers send nobody's money to another bank account. Numbers that stood in the text
 * before may stay.
 *
 * @throws DomainError content.account-number
 */
export async function requireOwnNumbers(
  tx: Tx,
  now: string,
  texts: Texts,
  before: Texts,
): Promise<void> {
  const found = Object.entries(texts).map(([field, text]) => {
    const known = numbersIn(before[field] ?? "");
    const isSame = text === before[field];
    return { field, text, known, isSafe: isSame || accountNumberIn(text, known) === null };
  });
  if (found.every(({ isSafe }) => isSafe)) return;
  const own = await loadOwnNumbers(tx, now);
  for (const { field, text, known, isSafe } of found) {
    if (isSafe) continue;
    const words = accountNumberIn(text, [...known, ...own]);
    if (words !== null) throw new DomainError("content.account-number", { field, words });
  }
}

/** Entered by one admin. */
const enteredNumbers = ["vatNo", "companyNo", "cell"] as const;

/**
 * What takes two admins to change, and the registered numbers and that for collections: those not while a change of them is younger
 * than 30 days, the first one too, so that nobody enters an account there to write it elsewhere.
 */
async function loadOwnNumbers(tx: Tx, now: string): Promise<string[]> {
  const own = await tx
    .selectFrom("shop_setting")
    .innerJoin("collection_point", (join) => join.onTrue())
    .select(["bank_account_number as account", "bank_branch_code as branch"])
    .select(["vat_no as vatNo", "company_no as companyNo", "cell"])
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ field: string }>`
    select field from audit_entry, jsonb_array_elements_text(details -> 'changed') field
    where action = 'settings.changed' and target in ('shop', 'collection')
      and field in (${sql.join(enteredNumbers)})
    group by field
    having max(at) > ${now}::timestamptz - make_interval(secs => ${waits.LOOKBACK})
  `.execute(tx);
  const changed = new Set(rows.map(({ field }) => field));
  const entered = enteredNumbers.filter((field) => !changed.has(field)).map((field) => own[field]);
  return [
    ...numbersIn(own.account),
    ...numbersIn(own.branch + own.account),
    ...numbersIn(own.account + own.branch),
    ...entered.flatMap(numbersIn),
    ...(changed.has("cell") ? [] : numbersIn(nationalPhone(own.cell))),
  ];
}

/** The fields of the settings that buyers read on pages and documents as they were typed. */
const shownFields: ReadonlySet<string> = new Set([
  "checkoutPopupText",
  "stockIssues",
  "shopName",
  "shopAddress",
  "company",
  "streetAddress",
  "suburb",
  "town",
  "province",
  "contactName",
]);

/**
 * @throws DomainError content.account-number, content.foreign-address, settings.wrong-company-number,
 * settings.wrong-vat-number, settings.wrong-whatsapp-link
 */
export async function requireHarmlessSettings(
  tx: Tx,
  caller: Pick<Caller, "now" | "shop">,
  given: SaveSettings,
  all: AllSettings,
): Promise<void> {
  const before = shownTextsOf(partOf(all, given));
  await requireOwnNumbers(tx, caller.now(), shownTextsOf(given), before);
  if (given.section === "shop") {
    const wrong = wrongDetail(given, all.shop, caller.shop.region);
    if (wrong) throw new DomainError(wrong.code, { field: wrong.field });
  }
  if (given.section !== "orders") return;
  const { checkoutPopupText: notice } = given;
  if (notice !== all.orders.checkoutPopupText)
    requireOwnAddresses(caller, { field: "checkoutPopupText", notice, all });
}

function shownTextsOf(part: object): Texts {
  const fields: [string, unknown][] = Object.entries(part);
  return Object.fromEntries(
    fields.flatMap(([field, value]) =>
      shownFields.has(field) && typeof value === "string" ? [[field, value]] : [],
    ),
  );
}

/** The notice at checkout leads to the shop's own pages and mailbox alone. */
function requireOwnAddresses(
  { shop: { publicUrl } }: Pick<Caller, "shop">,
  { field, notice, all }: Readonly<{ field: string; notice: string; all: AllSettings }>,
): void {
  const { contactEmail } = all.shop;
  const isOwn = (href: string) =>
    /^[/#]/.test(href) ||
    `${href}/`.startsWith(`${publicUrl}/`) ||
    (contactEmail !== "" && href === `mailto:${contactEmail}`);
  const links = [...notice.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => href);
  const own = [publicUrl, new URL(publicUrl).host, contactEmail].filter((each) => each !== "");
  const ownAddress = new RegExp(
    `(?<![\\w.-])(?:${own.map((each) => each.replaceAll(/\W/g, "\\$&")).join("|")})(?![\\w-]|\\.\\w)`,
    "gi",
  );
  const rest = notice.replaceAll(/<[^>]*>/g, " ").replaceAll(ownAddress, " ");
  if (!links.every(isOwn) || hasAddress(rest))
    throw new DomainError("content.foreign-address", { field });
}
