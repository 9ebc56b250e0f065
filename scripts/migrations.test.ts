import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test as base } from "vitest";
import { root, runProgram } from "./run-program.ts";

const released = "0002-ledger.sql";

const test = base
  /** A copy of the migrations and the list of released ones. */
  .extend("folder", async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-migrations-"));
    onCleanup(() => rm(folder, { recursive: true }));
    await cp(path.join(root, "migrations"), folder, { recursive: true });
    return folder;
  })
  .extend("run", ({ folder }) => async (...options: string[]) => {
    const script = path.join(root, "scripts/migrations.ts");
    const { isFine, output } = await runProgram(process.execPath, [script, ...options, folder]);
    return { isFine, output: output.trim() };
  });

const fine = { isFine: true, output: "" };
const refused = (sentence: string) => ({ isFine: false, output: sentence });

describe("the roles of a new server", () => {
  test("are those that the migrations need, so that the migrating role need not create any", async () => {
    const first = await readFile(path.join(root, "migrations/0001-roles.sql"), "utf8");
    const wanted = /array\[([^\]]+)\] loop/.exec(first)?.[1]?.match(/\w+/g) ?? [];
    expect(wanted).toContain("portal_app");
    const given = await readFile(path.join(root, "deploy/roles.sql"), "utf8");
    const made = [...given.matchAll(/^create role (\w+)/gm)].map(([, name = ""]) => name);
    expect(made.toSorted()).toEqual(wanted.toSorted());
    const granted = /^grant ([\w, ]+) to :"owner";$/m.exec(given)?.[1]?.split(", ") ?? [];
    expect(granted.toSorted()).toEqual(wanted.toSorted());
  });
});

describe("the migrations", () => {
  // shows T92
  test("are the released ones, followed by new ones", async ({ folder, run }) => {
    expect(await run()).toEqual(fine);
    await writeFile(path.join(folder, "9998-new.sql"), "select 1;");
    expect(await run()).toEqual(fine);

    expect(await run("--record")).toEqual(fine);
    expect(await readFile(path.join(folder, "released.tsv"), "utf8")).toMatch(
      /\n9998-new\.sql\t[0-9a-f]{64}\n$/,
    );
    await writeFile(path.join(folder, "9998-new.sql"), "select 2;");
    expect(await run()).toEqual(
      refused("migrations/9998-new.sql has been released and cannot change. Add a new migration."),
    );
  });

  // shows T92
  test.for(["edited", "removed"])(
    "are refused when a released one is %s, until all are recorded anew",
    async (harm, { folder, run }) => {
      const file = path.join(folder, released);
      await (harm === "edited" ? writeFile(file, "-- nothing\n") : rm(file));
      const sentence = `migrations/${released} has been released and cannot change. Add a new migration.`;

      expect(await run()).toEqual(refused(sentence));
      expect(await run("--record")).toEqual(refused(sentence));
      expect(await run("--record-anew")).toEqual(fine);
      expect(await run()).toEqual(fine);
    },
  );

  // shows T92
  test("are refused with a duplicate number, between released ones, or with a wrong name", async ({
    folder,
    run,
  }) => {
    const plant = (name: string) => writeFile(path.join(folder, name), "select 1;");
    await plant("9998-one.sql");
    await plant("9998-other.sql");
    expect(await run()).toEqual(refused("Two migrations have the number 9998."));

    await rename(path.join(folder, "9998-other.sql"), path.join(folder, "0000-other.sql"));
    expect(await run()).toEqual(
      refused(
        "migrations/0000-other.sql comes before released migrations. Give it the next number.",
      ),
    );

    await rename(path.join(folder, "0000-other.sql"), path.join(folder, "9999-other.ts"));
    expect(await run()).toEqual(
      refused("migrations/9999-other.ts is not named like 0001-what-it-makes.sql."),
    );
  });

  // shows T92
  test.for([
    [
      "9998-less.sql",
      "alter table product drop column price",
      "takes away what the release before",
    ],
    ["9998-less.sql", "alter table product rename to goods", "takes away what the release before"],
    ["9998-less.sql", "alter table product add column size text not null", "takes away what"],
    ["9998-less.sql", "alter table product alter column name set not null", "takes away what"],
    ["9998-index.sql", "create index product_n on product (name)", "no one can write to product"],
    [
      "9998-index.sql",
      "create index concurrently product_n on product (name); select 1",
      "needs a migration of its own",
    ],
  ] as const)(
    "are refused where the release before could not go on: %s %s",
    async ([name, text, why], { folder, run }) => {
      await writeFile(path.join(folder, name), `-- rename\n${text};`);
      const { isFine, output } = await run();
      expect(isFine).toBe(false);
      expect(output).toMatch(new RegExp(`^migrations/${name} .*${why}.*$`));
    },
  );

  // shows T92
  test("may add, build indexes concurrently, and remove if their name says so", async ({
    folder,
    run,
  }) => {
    const plant = (name: string, text: string) => writeFile(path.join(folder, name), text);
    await plant(
      "9996-more.sql",
      `create table parcel (id integer); create index parcel_id on parcel (id);
      alter table product add column size text, add column weight integer not null default 0;`,
    );
    await plant(
      "9997-index.sql",
      "drop index concurrently if exists n; create index concurrently n on product (name);",
    );
    await plant("9998-contract-size.sql", "alter table product drop column size;");
    expect(await run()).toEqual(fine);
  });

  test("are the same with Windows line endings", async ({ folder, run }) => {
    const file = path.join(folder, released);
    await writeFile(file, (await readFile(file, "utf8")).replaceAll("\n", "\r\n"));
    expect(await run()).toEqual(fine);
  });
});
