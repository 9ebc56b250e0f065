import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { root } from "./run-program.ts";

/** Where every row that raw SQL answers is parsed (docs/architecture.md, "Raw SQL"). */
const folders = [
  "money",
  "network/commissions",
  "network/enrolment",
  "office/ledger-health",
  "office/month-end",
  "platform/ledger",
  "platform/proposals",
  "projections",
  "sales",
];

/** Hot paths; why they do not parse stands beside them. */
const unparsed = [
  "platform/ledger/appender.ts: pool.query({ name, text, values })",
  "projections/store/projection-store.ts: sql<LoadedJson>",
  "projections/store/table-rows.ts: client.query<Row>",
  "projections/store/table-rows.ts: client.query<Row>",
];

const ran = ["execute", "executeQuery", "query", "raw"];

/** What runs SQL and takes its rows for what they are said to be: the beginning of each such call. */
function unparsedIn(source: string): string[] {
  const found: string[] = [];
  const withoutAnswer = new Set<object>();
  const textOf = (node: { start: number; end: number }) => source.slice(node.start, node.end);
  const { program } = parseSync("source.ts", source);
  new Visitor({
    ExpressionStatement({ expression }) {
      withoutAnswer.add(expression);
    },
    // `pg` answers rows of type any.
    AwaitExpression(node) {
      const { argument } = node;
      if (argument.type !== "CallExpression" || withoutAnswer.has(node)) return;
      const { callee, typeArguments } = argument;
      if (
        callee.type === "MemberExpression" &&
        textOf(callee.property) === "query" &&
        !typeArguments
      )
        found.push(textOf(argument));
    },
    CallExpression(node) {
      const { callee, typeArguments } = node;
      if (callee.type !== "MemberExpression" || !ran.includes(textOf(callee.property))) return;
      if (typeArguments) found.push(`${textOf(callee)}${textOf(typeArguments)}`);
      const [given, ...others] = node.arguments;
      if (textOf(callee.property) !== "execute" || !given || others.length > 0) return;
      if (given.type === "ArrowFunctionExpression") return;
      const { object } = callee;
      // The rows of a statement without a type are unknown, so nobody can read them without parsing.
      if (object.type !== "TaggedTemplateExpression") found.push(textOf(node));
      else if (object.typeArguments)
        found.push(`${textOf(object.tag)}${textOf(object.typeArguments)}`);
    },
  }).visit(program);
  return found;
}

test("rows of raw SQL are parsed where money and the ledger are", async () => {
  const found: string[] = [];
  let files = 0;
  for (const folder of folders) {
    const cwd = path.join(root, "server", "src", folder);
    for await (const file of glob("**/*.ts", { cwd })) {
      if (file.endsWith(".test.ts")) continue;
      files += 1;
      const source = await readFile(path.join(cwd, file), "utf8");
      found.push(...unparsedIn(source).map((call) => `${folder}/${file}: ${call}`));
    }
  }
  expect(files).toBeGreaterThan(100);
  expect(found.toSorted()).toEqual(unparsed);
});

test.each([
  [
    "const { rows } = await sql<{ sum: number }>`select 1 as sum`.execute(db);",
    "sql<{ sum: number }>",
  ],
  ["const { rows } = await sumOf(id).execute(db);", "sumOf(id).execute(db)"],
  ["const { rows } = await client.query<Row>(text, [id]);", "client.query<Row>"],
  ["const { rows } = await client.query(text, [id]);", "client.query(text, [id])"],
  ["const { rows } = await tx.executeQuery<Row>(query);", "tx.executeQuery<Row>"],
  ["const query = CompiledQuery.raw<Row>(text);", "CompiledQuery.raw<Row>"],
])("is refused: %s", (source, call) => {
  expect(unparsedIn(source)).toEqual([call]);
});

test.each([
  "const rows = await rowsOf(db, sumRow, sql`select 1 as sum`);",
  "const rows = await clientRowsOf(client, sumRow, text, [id]);",
  "const { rows } = await sql`select from account`.execute(db);",
  "await sql`set local lock_timeout = 0`.execute(tx);",
  "await client.query(text, [id]);",
  "await db.transaction().execute((tx) => write(tx));",
  "const { answer } = await ledger.execute(command, decide);",
  "const all = await db.selectFrom(`account`).select(sql<number>`id * 2`.as(`double`)).execute();",
])("is allowed: %s", (source) => {
  expect(unparsedIn(source)).toEqual([]);
});
