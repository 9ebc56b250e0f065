import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  isConcurrentStatement,
  statementsIn,
  takesAway,
} from "../server/src/platform/db/migrate.ts";
import { root } from "./run-program.ts";
import { runScript } from "./run-script.ts";

const tableName = String.raw`(?:only\s+)?((?:\w+\.)?\w+)`;
const removals = [
  /\bdrop\s+(?:table|column|view|function|procedure|type|schema)\b/i,
  /\brename\b/i,
  /\brevoke\b/i,
  /\balter\s+column\s+\w+\s+(?:set\s+not\s+null|set\s+data\s+type|type|drop\s+default)\b/i,
  // An INSERT of the previous release does not set it.
  /\badd\s+column\b(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(?:default|generated)\b)/i,
];

/**
 * Checks that released migrations are unchanged: existing databases have already run them, so an edit would make new
 * databases differ. `migrations/released.tsv` has the name and SHA-256 of each. New migrations must not remove what the
 * previous release uses and must not block writes (docs/operators.md, "When a newer release runs beside an older one").
 *
 * `--record` adds new migrations when a release is cut. `--record-anew` writes the whole list, which is only right while
 * no database has run them.
 */
await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: { record: { type: "boolean" }, "record-anew": { type: "boolean" } },
    allowPositionals: true,
  });
  const recordsAll = values["record-anew"] === true;
  const folder = positionals[0] ?? path.join(root, "migrations");
  const list = path.join(folder, "released.tsv");
  const migrations = await readMigrations(folder);
  const released = recordsAll ? new Map<string, string>() : await readList(list);

  const added = [...migrations.keys()].filter((name) => !recordsAll && !released.has(name));
  const problems = [
    ...problemsOfNames(migrations, released),
    ...edited(migrations, released),
    ...(await Promise.all(added.map((name) => problemsOf(folder, name)))).flat(),
  ];
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) return 1;
  if (values.record === true || recordsAll)
    await writeFile(list, [...migrations].map((line) => `${line.join("\t")}\n`).join(""));
  return 0;
});

/** The digest of each file by name, in order; independent of Windows line endings. */
async function readMigrations(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name !== "released.tsv").toSorted();
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const text = await readFile(path.join(folder, name), "utf8");
        const digest = createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
        return [name, digest] as const;
      }),
    ),
  );
}

async function readList(file: string): Promise<Map<string, string>> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [name = "", digest = ""] = line.split("\t");
      return [name, digest];
    }),
  );
}

function problemsOfNames(
  migrations: ReadonlyMap<string, string>,
  released: ReadonlyMap<string, string>,
): string[] {
  const names = [...migrations.keys()];
  const newestReleased = numberOf([...released.keys()].toSorted().at(-1) ?? "");
  return [
    ...names
      .filter((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
      .map((name) => `migrations/${name} is not named like 0001-what-it-makes.sql.`),
    ...names
      .filter((name, index) => numberOf(name) === numberOf(names[index + 1] ?? ""))
      .map((name) => `Two migrations have the number ${numberOf(name)}.`),
    ...names
      .filter((name) => !released.has(name) && numberOf(name) <= newestReleased)
      .map(
        (name) => `migrations/${name} comes before released migrations. Give it the next number.`,
      ),
  ];
}

function edited(
  migrations: ReadonlyMap<string, string>,
  released: ReadonlyMap<string, string>,
): string[] {
  return [...released]
    .filter(([name, digest]) => migrations.get(name) !== digest)
    .map(
      ([name]) => `migrations/${name} has been released and cannot change. Add a new migration.`,
    );
}

/** Problems that a migration would cause for processes of the previous release, which keep running. */
async function problemsOf(folder: string, name: string): Promise<string[]> {
  const statements = statementsIn(await readFile(path.join(folder, name), "utf8"));
  const text = statements.join(";\n");
  const concurrent = statements.filter(isConcurrentStatement);
  const created = new Set(
    [...text.matchAll(new RegExp(`\\bcreate\\s+table\\s+${tableName}`, "gi"))].map(
      ([, table]) => table,
    ),
  );
  const locked = [
    ...text.matchAll(
      new RegExp(
        `\\bcreate\\s+(?:unique\\s+)?index\\s+(?!concurrently)\\w+\\s+on\\s+${tableName}`,
        "gi",
      ),
    ),
  ].flatMap(([, table]) => (table === undefined || created.has(table) ? [] : [table]));
  const file = `migrations/${name}`;
  return [
    ...(!takesAway(name) && removals.some((pattern) => pattern.test(text))
      ? [
          `${file} takes away what the release before uses. Only add; in a later release, name it ${numberOf(name)}-contract-….`,
        ]
      : []),
    ...locked.map(
      (table) =>
        `${file} builds an index while no one can write to ${table}. Build it concurrently, in a migration of its own.`,
    ),
    ...(concurrent.length > 0 && concurrent.length < statements.length
      ? [`${file} builds an index concurrently, which needs a migration of its own.`]
      : []),
  ];
}

function numberOf(name: string): string {
  return name.slice(0, 4);
}
