import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { type Kysely, sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import { buildApp } from "../../app.ts";
import { appRouter } from "../../app-router.ts";
import { backup } from "../../edges/backup/backup.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import type { Browser } from "../../testing/a-browser.ts";
import { done, liveALife, ofPrograms, sendEverything } from "../../testing/a-whole-life.ts";
import { appOptions, test as base } from "../../testing/shop-test.ts";
import { createPlanter, type Planter, textsOfProcedures } from "../../testing/typed-texts.ts";
import { keepLog } from "../app-log/log-keeper.ts";
import { findPerson } from "./person.queries.ts";
import { type Person, personalData } from "./personal-data.ts";

/** The server with its log captured, to search it for canaries. */
const test = base
  .extend("folder", async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-canaries-"));
    onCleanup(() => rm(folder, { recursive: true }));
    return folder;
  })
  .extend("context", { scope: "file" }, async ({ shop }, { onCleanup }) => {
    const lines: string[] = [];
    const keeper = keepLog(shop.deps.db);
    const keepLogLine = (line: string) => {
      lines.push(line);
      keeper.write(line);
    };
    const app = await buildApp(shop.deps, { ...appOptions, logLevel: "info", keepLogLine });
    onCleanup(async () => {
      await app.close();
      await keeper.stop();
    });
    return { lines, shop: { ...shop, app } };
  });

const command = () => ({ commandId: randomUUID() });

/** @param fields separated by spaces */
const of = (procedure: string, fields: string) =>
  fields.split(" ").map((field) => `${procedure}.${field}`);

/**
 * Text inputs that are not kept with a person, by the reason. All others are typed in a whole life (`a-whole-life.ts`), and
 * go with the person; those of queries are searched for.
 */
const fates = {
  "fills what another field fills too": [
    ...of("users.acceptInvitation", "companyAddress vatNo"),
    ...of("addresses.save", "line2 line3"),
    // The same address in the fields of the specification.
    ...of("addresses.save", "businessOrResidential"),
    ...of("addresses.save", "place place.label place.value place.town place.pcode"),
    ...["place", "googlePlace"].flatMap((place) =>
      of(
        `addresses.save.${place}`,
        "addressType latitude line_1 line_2 line_3 longitude postcode town_or_city",
      ),
    ),
    ...of("addresses.save", "googlePlace"),
    ...of("auth.forgotPassword", "email"),
    ...of("auth.login", "email"),
    ...of("auth.requestCode", "email"),
    ...of("auth.signUp1", "cellNumber email firstName lastName referredBy referredByOther"),
    ...of("auth.signUp1", "altNumber company"),
    ...of("orders.correctRecipient", "line2 line3"),
    ...of("users.convertToDistributor", "distributorArea"),
    ...of("users.convertToStockist", "companyAddress vatNo"),
    ...of("users.create", "companyAddress vatNo"),
    ...of("users.update", "area companyAddress vatNo"),
  ],
  "is only compared": [
    ...of("users.invite", "email"),
    ...of("addresses.save", "postalCode"),
    ...of("auth.confirmEmail", "password newPassword rcData"),
    ...of("auth.confirmPassword", "password rcData"),
    ...of("auth.comeBack", "password"),
    ...of("factors.addPasskey", "passkey.id passkey.rawId passkey.response.attestationObject"),
    ...of("factors.addPasskey", "passkey.response.authenticatorData"),
    ...of("factors.addPasskey", "passkey.response.clientDataJSON passkey.response.publicKey"),
    ...of("factors.addPasskey", "passkey.response.transports[]"),
    ...of("factors.openLink", "password"),
    ...of("factors.proposeNew", "password"),
    ...of("factors.pass", "passkey.id passkey.rawId passkey.response.authenticatorData"),
    ...of("factors.pass", "passkey.response.clientDataJSON passkey.response.signature"),
    ...of("factors.pass", "passkey.response.userHandle"),
    ...of("auth.login", "password rcData"),
    ...of("auth.signUp1", "nickname rcData"),
    ...of("auth.signUp2", "password"),
    ...of("auth.updatePassword", "currentPassword password rcData"),
    ...of("auth.requestCode", "rcData"),
    ...of("cardMatch.ignore", "paymentId"),
    ...of("differences.accept", "key"),
    ...of("catalog.quote", "deliveryService sections[].deliveryService"),
    ...of("contact.submit", "rcData"),
    ...of("content.get", "varName"),
    ...of("content.list", "page"),
    ...of("content.set", "varName"),
    ...of("content.versions", "varName"),
    ...of("courier.cancelShipment", "surplus"),
    ...of("courier.updateQuote", "service"),
    ...of("orders.correctRecipient", "postalCode"),
    ...of("orders.save", "deliveryService sections[].deliveryService"),
    ...of("payoutBatches.make", "ids[]"),
    ...of("payouts.approve", "id"),
    ...of("payouts.breakdown", "id"),
    ...of("payouts.correct", "id"),
    ...of("payouts.creditTaxInvoice", "id"),
    ...of("payouts.list", "id"),
    ...of("payouts.log", "id"),
    ...of("payouts.markAsPaid", "id"),
    ...of("payouts.planRequests", "before text"),
    ...of("payouts.reject", "id"),
    ...of("payouts.return", "id"),
    ...of("payouts.returns", "id"),
    ...of("payouts.undoReturn", "id"),
    ...of("places.ukByPostcode", "postcode"),
    ...of("users.eraseGuest", "who"),
  ],
  /** Kept with a decision once it verifies: a challenge and its signature, without words. */
  "is signed by an admin's passkey": [
    ...of("proposals.confirm", "passkey.id passkey.rawId passkey.response.authenticatorData"),
    ...of("proposals.confirm", "passkey.response.clientDataJSON passkey.response.signature"),
    ...of("proposals.confirm", "passkey.response.userHandle"),
  ],
  "is a code for everybody": [
    ...of("users.convertToDistributor", "distributorCode"),
    ...of("users.convertToStockist", "stockistCode"),
    ...of("users.create", "distributorCode stockistCode"),
    ...of("users.update", "distributorCode stockistCode"),
  ],
  "is of the shop itself": [
    ...of("bankDebits.addRule", "contains"),
    ...of("bankDebits.explain", "ruleFor"),
    ...of("courier.recordPosting", "former[] trackingReferences[]"),
    ...of("content.set", "copy"),
    ...of("emailCopy.preview", "body buttonLabel sms subject"),
    ...of("emailCopy.save", "body buttonLabel sms subject"),
    ...of("emailCopy.sendTest", "body buttonLabel sms subject"),
    ...of("products.save", "description dimensions name outOfStockButton outOfStockMessage"),
    ...of("products.save", "productCode"),
    ...of("settings.save", "bankAccountName bankAccountType bankName checkoutPopupText"),
    ...of("settings.save", "company companyNo contactEmail contactName email facebookUrl"),
    ...of("settings.save", "instagramUrl postalCode province salesOfProducts shopAddress shopName"),
    ...of("settings.save", "stockIssues streetAddress suburb town vatNo whatsappUrl"),
    ...of("testimonials.save", "name town words"),
    ...of("uploads.update", "description title"),
  ],
} as const;

const others: readonly string[] = Object.values(fates).flat();
const typedTexts = textsOfProcedures(appRouter._def.procedures);
const personal = typedTexts.all.filter((field) => !others.includes(field));
/** Those of queries, and of one mutation that stores nothing. */
const lookedFor = personal.filter(
  (field) => typedTexts.read.includes(field) || field === "phones.check.number",
);
const goesWithThePerson = personal.filter((field) => !lookedFor.includes(field));

/** Searches for each canary with the procedure that its field names, so that it is typed as a search text too. */
async function search(office: Browser, fields: readonly string[], plant: Planter): Promise<void> {
  for (const field of fields) {
    const [, procedure = "", name = ""] = /^(\w+\.\w+)\.(\w+)$/.exec(field) ?? [];
    const input = { [name]: plant.word(field) };
    await (typedTexts.read.includes(field)
      ? office.read(procedure, input)
      : office.change(procedure, input));
  }
}

/** Every row of every table as text, including bytes. */
async function tableTexts<Tables>(db: Kysely<Tables>): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(db);
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, e'\n') as text from ${sql.raw(name)} t`.execute(db);
    texts.set(name, rows[0]?.text?.toLowerCase() ?? "");
  }
  return texts;
}

function findIn(texts: ReadonlyMap<string, string>, word: string): string[] {
  const hex = Buffer.from(word).toString("hex");
  return [...texts].flatMap(([place, text]) =>
    text.includes(word) || text.includes(hex) ? [place] : [],
  );
}

async function filesIn(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const content = entry.name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
    files.set(file, content.toString("latin1").toLowerCase());
  }
  return files;
}

/** Overwritten by later text, or dropped, as no member has such a code. */
const notKept = [
  ...of("orders.save", "distributorCode stockistCode"),
  ...of("profile.update", "cellNumber distributorArea"),
  ...of("users.create", "altNumber distributorArea"),
];

/** What the life above does not reach: nobody in it pays by card, is an admin, is paid by a batch, or is reminded to pay. */
const notReached = [
  "card_notification",
  "sandbox_payment",
  "sandbox_checkout",
  // Which orders an older line names is noted when erasing begins; the canary in its description is the life's own.
  "bank_line",
  "bank_debit",
  "payout_batch_item",
  "decision",
  "decision_person",
  "payment_reminder",
  "reminder_link",
  "reminder_stop",
  "factor",
  "recovery_code",
  "factor_try",
];

/**
 * Writes a canary into every text that is described and empty, as no procedure fills it.
 *
 * @returns the tables without a row of this person
 */
async function fillTheRest(db: Database, person: Person, plant: Planter): Promise<string[]> {
  const without: string[] = [];
  for (const { table, whose, erase } of personalData) {
    if (!whose || !erase) continue;
    const isTheirs = whose(person);
    const { rows } = await sql`select from ${sql.table(table)} where ${isTheirs}`.execute(db);
    if (rows.length === 0) without.push(table);
    if (rows.length === 0 || erase === "row") continue;
    const columns = await textColumns(db, table, Object.keys(erase));
    if (columns.length === 0) continue;
    const written = columns.map(({ column, type }) => {
      const name = sql.ref(column);
      const word = sql`${plant.word(`${table}.${column}`)}::text`;
      return type === "jsonb"
        ? sql`${name} = coalesce(${name}, to_jsonb(${word}))`
        : sql`${name} = coalesce(nullif(${name}, ''), ${word})`;
    });
    await sql`update ${sql.table(table)} set ${sql.join(written)} where ${isTheirs}`.execute(db);
  }
  return without;
}

const columnRow = z.strictObject({ column: z.string(), type: z.string() });

function textColumns(db: Database, table: string, columns: readonly string[]) {
  return rowsOf(
    db,
    columnRow,
    sql`
    select column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name = any(${columns}::text[])
      and data_type in ('text', 'jsonb')`,
  );
}

describe("free text in every field", () => {
  // shows T125
  test("is listed field by field with its retention", () => {
    expect(others.filter((field) => !typedTexts.all.includes(field))).toEqual([]);
    expect(new Set(others).size).toBe(others.length);
    expect(goesWithThePerson.length).toBeGreaterThan(80);
    expect(lookedFor.length).toBeGreaterThan(25);
  });

  // shows R77, T125
  test("is in no table, log, file or backup after the person is erased", async ({
    shop,
    context,
    superuser,
    ownerUrl,
    folder,
  }) => {
    const plant = createPlanter(goesWithThePerson);
    const { id, email, office } = await liveALife(context.shop, plant);
    await search(office, lookedFor, plant);

    const expected = [...personal, ...Object.values(ofPrograms)];
    expect([...plant.planted.keys()].toSorted()).toEqual(expected.toSorted());
    const before = await tableTexts(superuser);
    const kept = goesWithThePerson.filter(
      (field) => findIn(before, plant.planted.get(field)?.toLowerCase() ?? "").length > 0,
    );
    expect(goesWithThePerson.filter((field) => !kept.includes(field))).toEqual(notKept);
    const person = await findPerson(readOnly(superuser), { id, email });
    expect(await fillTheRest(superuser, person, plant)).toEqual(notReached);

    await done(office.change("users.delete", { ...command(), id }));
    await sendEverything(context.shop);
    await done(office.change("users.erase", { ...command(), id }));
    // The log is written twice a second.
    await expect.poll(() => context.lines.length).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const madeAt = new Date().toISOString();
    await backup(ownerUrl, path.join(folder, "saved"), { madeAt, filesDir: shop.filesDir });
    // The person was paid, so name and tax numbers stay for the certificate, and nothing else does.
    expect(await superuser.selectFrom("kept_tax_identity").selectAll().execute()).toEqual([
      {
        user_id: id,
        first_name: plant.planted.get("users.update.firstName"),
        last_name: plant.planted.get("users.update.lastName"),
        kind: "za-tax",
        number: expect.any(String),
        id_number: expect.any(String),
        vat_number: expect.any(String),
        tax_year_end: expect.any(String),
      },
    ]);
    const everywhere: readonly (readonly [string, string])[] = [
      ...(await tableTexts(superuser)),
      ...(await filesIn(folder)),
      ...(await filesIn(shop.filesDir)),
      ["the log", context.lines.join("\n").toLowerCase()],
    ];
    const places = new Map(everywhere.filter(([place]) => !place.includes("kept_tax_identity")));
    const found = [...plant.planted].flatMap(([field, word]) => {
      const where = findIn(places, word.toLowerCase());
      return where.length > 0 ? [`${field} in ${where.join(", ")}`] : [];
    });
    expect(found).toEqual([]);
  }, 120_000);
});
