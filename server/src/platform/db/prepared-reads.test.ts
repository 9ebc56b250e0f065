import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { describe, expect, inject } from "vitest";
import { z } from "zod";
import { screensOf } from "../../../../bench/reads-questions.ts";
import { appRouter } from "../../app-router.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { createLargeShop, largeShop } from "../../testing/a-large-shop.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { inputsOf } from "../../testing/inputs-of.ts";
import { test as base, type TestShop } from "../../testing/shop-test.ts";
import { dropDatabase } from "../../testing/test-database.ts";
import { forgetRegions } from "./region.queries.ts";
import { connectPool, databaseOn, isPreparable, portalRole } from "./connect.ts";
import { readOnly, type Tables } from "./database.ts";
import { isPlannedEachTime } from "./planned-each-time.ts";

const definitionSchema = z.object({
  type: z.enum(["query", "mutation", "subscription"]),
  inputs: z.array(z.instanceof(z.core.$ZodType)),
});
/** Every query, as the router has it: a new one is among them by itself. */
const queries = Object.entries(appRouter._def.procedures).flatMap(([name, procedure]) => {
  const { type, inputs } = definitionSchema.parse(Reflect.get(procedure, "_def"));
  const [schema] = inputs;
  return type === "query" ? [{ name, inputs: schema ? [{}, ...inputsOf(schema)] : [{}] }] : [];
});

const { people } = largeShop;
/** Members of each level, a customer, and an admin. */
const who = { level1: 1, level2: 1500, level3: 2800, customer: 4000, admin: people + 1 } as const;
type Name = keyof typeof who;
/** All that the bench takes turns with. */
const questionsOfEachScreen = 12;
const timeout = 300_000;

/** A statement with the values that it was asked with, and by which calls. */
type Read = Readonly<{
  text: string;
  asked: Map<string, { values: readonly unknown[]; by: string }>;
  /** The screens of the bench that ask it. */
  screens: Set<string>;
}>;
const valuesMax = 12;

const test = base
  .extend("largeUrl", { scope: "file" }, async ({}, { onCleanup }) => {
    const { name, url } = await createLargeShop();
    onCleanup(() => dropDatabase(inject("serverUrl"), name));
    return url;
  })
  .extend("large", { scope: "file" }, ({ largeUrl }, { onCleanup }): pg.Pool => {
    const reading = { role: portalRole, poolSize: 4, readOnly: true, serial: true };
    const pool = connectPool(largeUrl, reading);
    onCleanup(() => pool.end());
    return pool;
  })
  .extend("reads", { scope: "file" }, ({ shop, large }) => walk(shop, large));

/** The statements of every query of the router, asked by everybody in all ways. */
async function walk(shop: TestShop, pool: pg.Pool): Promise<Read[]> {
  const reads = new Map<string, Read>();
  let by = "";
  let ofScreen: string | null = null;
  const recording = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log({ query: { sql: text, parameters: values } }) {
      if (!isPreparable(text, values)) return;
      const read = reads.get(text) ?? { text, asked: new Map(), screens: new Set() };
      reads.set(text, read);
      if (ofScreen !== null) read.screens.add(ofScreen);
      if (read.asked.size < valuesMax) read.asked.set(JSON.stringify(values), { values, by });
    },
  });
  const db = databaseOn(pool);
  const apis = new Map<Name, object>();
  for (const name of names) {
    const user = await findSignedInUser(db, who[name]);
    if (!user) throw new Error(`there is no ${name}`);
    const api = await shop.as(null, {
      db,
      readDb: readOnly(recording),
      reportDb: readOnly(recording),
      user: { ...user, developer: name === "admin" },
      session: aConfirmedSession(),
    });
    apis.set(name, api);
  }
  const ask = async (name: Name, procedure: string, input: unknown): Promise<void> => {
    by = `${procedure} ${JSON.stringify(input)} as ${name}`;
    // What this person may not ask, or what there is not, is refused.
    await callOf(apis.get(name), procedure)(input).catch(() => {});
  };

  for (const { name: procedure, inputs } of queries)
    for (const name of names) for (const input of inputs) await ask(name, procedure, input);
  const tokens = { office: "admin", members: ["level1", "level2", "level3"] };
  for (const screen of screensOf(tokens, largeShop)) {
    ofScreen = screen.name;
    // Held for seconds: on a slow machine more screens would ask for them.
    forgetRegions();
    for (let nth = 0; nth < questionsOfEachScreen; nth++) {
      const { procedure, input, token } = screen.ask(nth);
      await ask(nameSchema.parse(token), procedure, input);
    }
  }
  return [...reads.values()];
}

const names = ["level1", "level2", "level3", "customer", "admin"] as const satisfies Name[];
const nameSchema = z.enum(names);

function callOf(api: unknown, procedure: string): (input: unknown) => Promise<unknown> {
  let found: unknown = api;
  for (const part of procedure.split(".")) {
    const within = found;
    if (typeof within !== "object" && typeof within !== "function") break;
    found = within === null ? null : Reflect.get(within, part);
  }
  const call = found;
  if (typeof call !== "function") throw new Error(`there is no ${procedure}`);
  return async (input) => Reflect.apply(call, undefined, [input]);
}

const explainedSchema = z.tuple([
  z.object({
    "QUERY PLAN": z.tuple([
      z.object({
        Plan: z.object({ "Shared Hit Blocks": z.int(), "Shared Read Blocks": z.int() }),
      }),
    ]),
  }),
]);

/** The pages that one execution touches. */
async function pagesOf(client: pg.PoolClient, values: readonly unknown[]): Promise<number> {
  const { rows } = await client.query(
    `explain (analyze, buffers, timing off, format json) ${executionWith(values)}`,
  );
  const [{ "QUERY PLAN": plans }] = explainedSchema.parse(rows);
  const { Plan: plan } = plans[0];
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}

function executionWith(values: readonly unknown[]): string {
  return `execute walked ${values.length > 0 ? `(${values.map(literalOf).join(", ")})` : ""}`;
}

/** As `pg` sends it, which SQL's EXECUTE reads the same. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) {
    const items = value.map((item) => (item === null ? "null" : JSON.stringify(textOf(item))));
    return pg.escapeLiteral(`{${items.join(",")}}`);
  }
  return pg.escapeLiteral(textOf(value));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What a plan for all values may touch in comparison with a plan for these. */
const timesMax = 5;
const pagesFree = 50;

/** Asks ten times with the values that touch the most, so that PostgreSQL may keep a plan, and then with all others. */
async function slowerOnceKept(client: pg.PoolClient, { text, asked }: Read): Promise<object[]> {
  const prepare = async (mode: string): Promise<void> => {
    await client.query(`deallocate all`);
    await client.query(`set plan_cache_mode = ${mode}`);
    await client.query(`prepare walked as ${text}`);
  };
  const tries: { values: readonly unknown[]; by: string; fresh: number }[] = [];
  await prepare("force_custom_plan");
  for (const { values, by } of asked.values())
    tries.push({ values, by, fresh: await pagesOf(client, values) });
  const [most] = tries.toSorted((one, other) => other.fresh - one.fresh);
  await prepare("auto");
  for (let time = 0; most && time < 9; time++) await client.query(executionWith(most.values));
  const slower: object[] = [];
  for (const { values, by, fresh } of tries) {
    const kept = await pagesOf(client, values);
    if (kept > timesMax * fresh + pagesFree) slower.push({ by, text, values, fresh, kept });
  }
  return slower;
}

/** Whatever columns there are; not a product, nor a count, nor a path in JSON (`$.*`). */
const openColumns = /(?:\b(?:select|distinct|all|returning)\s+|,\s*|(?<!\$)\.)\*/;

const longestOfScreen = 2;

/**
 * The longest statements of each screen of the bench, which are the most expensive ones (specification, section 2), with
 * the screens that ask them.
 */
function dearestStatements(reads: readonly Read[]): string {
  const screenNames = new Set(reads.flatMap(({ screens }) => [...screens]));
  // Some are asked at the same time, so the order in which they came says nothing.
  const longestFirst = reads.toSorted(
    (one, other) => other.text.length - one.text.length || (one.text < other.text ? -1 : 1),
  );
  const chosen = new Set(
    [...screenNames].flatMap((name) =>
      longestFirst.filter(({ screens }) => screens.has(name)).slice(0, longestOfScreen),
    ),
  );
  return [...chosen]
    .map(({ text, screens }) => {
      const title = [...screens].toSorted().map((screen) => `-- ${screen}\n`);
      return `${title.join("")}${inLines(text)};\n`;
    })
    .toSorted()
    .join("\n");
}

/** A line for each clause and for each column that Kysely wrote into one. */
function inLines(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(
      /(?<!\b(?:left|inner|cross|distinct)) (?=(?:from|where|(?:left |inner |cross )?join|group by|order by|limit|union|and)\b)/g,
      "\n",
    )
    .replaceAll(/, (?=["(])/g, ",\n  ");
}

describe("a read", () => {
  test("is among those of every query", { timeout }, ({ reads }) => {
    expect(queries.length).toBeGreaterThan(70);
    expect(reads.length).toBeGreaterThan(180);
  });

  test("names its columns", { timeout }, ({ reads }) => {
    const open = reads.filter(({ text }) => openColumns.test(text));

    expect(open.map(({ text }) => text)).toEqual([]);
  });

  test("of the dearest ones has its SQL in a file, where a change is seen", {
    timeout,
  }, async ({ reads }) => {
    await expect(dearestStatements(reads)).toMatchFileSnapshot("./dearest-reads.sql");
  });

  test("of the orders of people whom a search finds needs their indexes alone", {
    timeout,
  }, async ({ large, reads }) => {
    const counting = reads.filter(
      ({ text, screens }) =>
        screens.has("orders, found by number or name") && text.includes("seller (id)"),
    );
    expect(counting).not.toEqual([]);
    for (const { text, asked } of counting)
      for (const { values } of asked.values()) {
        const { rows } = await large.query(`explain ${text}`, [...values]);
        const plan = JSON.stringify(rows);
        expect(plan).toContain("Index Only Scan using order_state_of_seller");
        expect(plan).toContain("Index Only Scan using order_state_of_buyer");
      }
  });

  test("touches no more once it is prepared", { timeout }, async ({ large, reads }) => {
    const client = await large.connect();
    const slower: object[] = [];
    for (const read of reads)
      if (!isPlannedEachTime(read.text)) slower.push(...(await slowerOnceKept(client, read)));
    client.release(true);

    expect(slower).toEqual([]);
  });
});
