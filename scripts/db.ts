import { parseArgs } from "node:util";
import type { CreditChoice } from "@portal/shared/people/users/erase-user.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import { backup } from "../server/src/edges/backup/backup.ts";
import { nightlyBackup } from "../server/src/edges/backup/nightly-backup.ts";
import { namesOf } from "../server/src/edges/backup/uploads-of-backup.ts";
import { restore } from "../server/src/edges/backup/restore.ts";
import { readEnvWithFile } from "../server/src/env.ts";
import { erasedListIn } from "../server/src/office/erasure/erased-list.ts";
import { connect } from "../server/src/platform/db/connect.ts";
import {
  type DatabaseServer,
  openDatabaseServer,
} from "../server/src/platform/db/database-server.ts";
import { pendingMigrations, prepareDatabase } from "../server/src/platform/db/migrate.ts";
import { movePartitions } from "../server/src/platform/ledger/move-partitions.ts";
import { sealKeysIn } from "../server/src/platform/ledger/seal-keys.ts";
import { StartError } from "../server/src/platform/start-error.ts";
import {
  creditChoiceFrom,
  erasedAgainWords,
  erasePeopleAgain,
  erasePerson,
} from "./erase-person.ts";
import { root } from "./run-program.ts";
import { runScript } from "./run-script.ts";
import { seedOrRecognize } from "./open-portal-database.ts";

type Typed = Readonly<{
  superuser: boolean;
  json: boolean;
  target: string;
  withoutErasedList: boolean;
  withoutFiles: boolean;
  nightly: boolean;
  keepDays: number;
  before: string | null;
  choice: CreditChoice | null;
}>;
type Given = Typed &
  Readonly<{
    dataDir: string;
    erasedList: string;
    filesDir: string;
    filesBucketUrl: string | null;
    region: Region;
  }>;
type Command = Readonly<{
  usage: string;
  does: string;
  needsTarget: boolean;
  run: (server: DatabaseServer, given: Given) => Promise<string>;
}>;

const commands: Readonly<Record<string, Command>> = {
  migrate: {
    usage: "migrate",
    does: "updates the database to this release",
    needsTarget: false,
    async run({ ownerUrl }) {
      const applied = await prepareDatabase(ownerUrl);
      return applied.length > 0 ? `Applied ${applied.join(", ")}.` : "Nothing to do.";
    },
  },
  status: {
    usage: "status [--json]",
    does: "shows what the database contains",
    needsTarget: false,
    run: (server, { json }) => databaseStatus(server, json),
  },
  url: {
    usage: "url [--superuser]",
    does: "prints the connection string of the portal's role, or of the owner",
    needsTarget: false,
    run: async ({ ownerUrl, runtimeUrl }, { superuser }) => (superuser ? ownerUrl : runtimeUrl),
  },
  seed: {
    usage: "seed [--json]",
    does: "fills an empty database with demo data and prints its accounts",
    needsTarget: false,
    async run({ ownerUrl }, { json, filesDir, filesBucketUrl, region }) {
      await prepareDatabase(ownerUrl);
      const accounts = await seedOrRecognize({ ownerUrl, filesDir, filesBucketUrl, region });
      if (json) return JSON.stringify(accounts, null, 2);
      const lines = accounts.map(({ id, email, role }) => `  ${id}  ${email.padEnd(26)}${role}`);
      return ["Demo accounts:", ...lines].join("\n");
    },
  },
  backup: {
    usage: "backup FOLDER [--nightly [--keep-days DAYS]]",
    does: "saves everything into a new folder, as it is at one moment",
    needsTarget: true,
    run: ({ ownerUrl }, given) => saveBackup(ownerUrl, given),
  },
  restore: {
    usage: "restore FOLDER [--without-erased-list] [--without-files]",
    does: "restores a backup into an empty database, all or nothing",
    needsTarget: true,
    async run({ ownerUrl }, { target, erasedList, withoutErasedList, withoutFiles, ...given }) {
      const restored = await restore(ownerUrl, target, {
        erasures: { erasedList, mayBeMissing: withoutErasedList },
        uploads: { filesDir: folderOf(given), mayLack: withoutFiles },
      });
      const { head, madeAt, stillReadable } = restored;
      const again = erasedAgainWords(restored);
      const done = `Restored ${head} events as of ${madeAt}.${again && ` ${again}`}`;
      if (stillReadable.length > 0) throw new StartError(done);
      return `${done} Now run: npm run finance -- verify.`;
    },
  },
  "move-partitions": {
    usage: "move-partitions TABLESPACE --before DAY",
    does: "moves partitions of the ledger older than a day, while the portal goes on",
    needsTarget: true,
    async run({ ownerUrl }, { target, before }) {
      if (before === null)
        throw new StartError("Say what is old: --before 2024-01-01.", { exitCode: 2 });
      const moved = await movePartitions(ownerUrl, { before, tablespace: target });
      return moved.length > 0
        ? `Moved ${moved.join(", ")} to ${target}.`
        : "Nothing to move: only full partitions (ten million events) move, and those older than that day.";
    },
  },
  erase: {
    usage: "erase USERID|EMAIL|RHNUMBER [--credit WHAT --reason WHY --paid-on DAY]",
    does: "erases the personal data of an account or a guest; the ledger stays",
    needsTarget: true,
    run: ({ ownerUrl }, { target, ...given }) => erasePerson(ownerUrl, target, given),
  },
  "erase-again": {
    usage: "erase-again",
    does: "erases again the people that a restored backup contains",
    needsTarget: false,
    run: ({ ownerUrl }, { erasedList }) => erasePeopleAgain(ownerUrl, erasedList),
  },
};

/** Where a bucket has the uploads, there is no folder of them. */
function folderOf({ filesDir, filesBucketUrl }: Pick<Given, "filesDir" | "filesBucketUrl">) {
  return filesBucketUrl === null ? filesDir : null;
}

async function saveBackup(ownerUrl: string, given: Given): Promise<string> {
  const { target, nightly, keepDays, dataDir, erasedList } = given;
  const now = new Date().toISOString();
  const filesDir = folderOf(given);
  const made = nightly
    ? await nightlyBackup(ownerUrl, target, { now, filesDir, keepDays })
    : {
        folder: target,
        manifest: await backup(ownerUrl, target, { madeAt: now, filesDir }),
        removed: [],
      };
  const { head, tables, files, missingFiles } = made.manifest;
  const uploads = filesDir === null ? "" : `, ${files.length - missingFiles.length} uploads`;
  const lines = [`Saved ${head} events, ${tables.length} tables${uploads} in ${made.folder}.`];
  if (made.removed.length > 0) lines.push(`Removed ${made.removed.join(", ")}.`);
  lines.push(
    `Not in it: the keys in ${sealKeysIn(dataDir)}, which are secret, and ${erasedList}. Keep copies of both where the backups are not.`,
  );
  if (missingFiles.length > 0)
    lines.push(
      `${missingFiles.length} uploads are missing in ${filesDir}: ${namesOf(missingFiles)}.`,
    );
  return lines.join("\n");
}

/** Wrong use is refused before a database is opened. */
await runScript(async ({ onEnd }) => {
  const { command, given } = parse(process.argv.slice(2));
  const env = readEnvWithFile(root);
  const server = await openDatabaseServer(env, {
    name: `npm run db -- ${command.usage}`,
    isExclusive: false,
  });
  onEnd(server.close);
  for (const note of server.notes) console.error(note);
  const { dataDir, filesDir, filesBucketUrl, region } = env;
  const places = { dataDir, erasedList: erasedListIn(dataDir), filesDir, filesBucketUrl, region };
  console.log(await command.run(server, { ...given, ...places }));
  return 0;
});

function parse(given: readonly string[]): { command: Command; given: Typed } {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        superuser: { type: "boolean" },
        json: { type: "boolean" },
        "without-erased-list": { type: "boolean" },
        "without-files": { type: "boolean" },
        nightly: { type: "boolean" },
        "keep-days": { type: "string" },
        before: { type: "string" },
        credit: { type: "string" },
        reason: { type: "string" },
        "paid-on": { type: "string" },
      },
    });
    const [name = "", target = "", ...rest] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command)
      throw new Error(name === "" ? "Choose a command." : `There is no command ${name}.`);
    if (rest.length > 0 || (target === "") === command.needsTarget) {
      throw new Error(`Usage: npm run db -- ${command.usage}.`);
    }
    const { superuser = false, json = false, nightly = false } = values;
    const withoutFiles = values["without-files"] ?? false;
    const keepDays = Number(values["keep-days"] ?? 14);
    if (!Number.isInteger(keepDays) || keepDays < 1)
      throw new Error("--keep-days is a number of days, 1 or more.");
    const before = values.before ?? null;
    if (before !== null && !z.iso.date().safeParse(before).success)
      throw new Error("--before is a day, like 2024-01-01.");
    const withoutErasedList = values["without-erased-list"] ?? false;
    const choice = creditChoiceFrom(values);
    return {
      command,
      given: {
        superuser,
        json,
        target,
        withoutErasedList,
        withoutFiles,
        nightly,
        keepDays,
        before,
        choice,
      },
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`${reason}\n${help()}`, { exitCode: 2, cause });
  }
}

function help(): string {
  return Object.values(commands)
    .map(({ usage, does }) => `  npm run db -- ${usage.padEnd(20)} ${does}`)
    .join("\n");
}

type Status = Readonly<{
  kind: DatabaseServer["kind"];
  server: string;
  database: string;
  size: string;
  pending: readonly string[];
  events: number | null;
}>;

/** What somebody asks who comes to a machine for the first time. */
async function databaseStatus(server: DatabaseServer, json: boolean): Promise<string> {
  const status = await readStatus(server);
  if (json) return JSON.stringify(status, null, 2);
  const { kind, database, size, pending, events } = status;
  return [
    `${kind === "embedded" ? "Embedded" : "Own"} PostgreSQL ${status.server}, database ${database}, ${size}.`,
    pending.length > 0
      ? `Migrations to apply: ${pending.join(", ")}.`
      : "The database is up to date.",
    events === null ? "There is no ledger yet." : `The ledger has ${events} events.`,
  ].join("\n");
}

async function readStatus({ kind, ownerUrl }: DatabaseServer): Promise<Status> {
  const db = connect(ownerUrl, { poolSize: 1, applicationName: "portal-status" });
  try {
    const { rows } = await sql<{ server: string; database: string; size: string; ledger: boolean }>`
      select current_setting('server_version') as server, current_database() as database,
        pg_size_pretty(pg_database_size(current_database())) as size,
        to_regclass('public.ledger_head') is not null as ledger`.execute(db);
    const { server = "", database = "", size = "", ledger = false } = rows[0] ?? {};
    return {
      kind,
      server,
      database,
      size,
      pending: await pendingMigrations(db),
      events: ledger ? await readHead(db) : null,
    };
  } finally {
    await db.destroy();
  }
}

async function readHead(db: ReturnType<typeof connect>): Promise<number> {
  const head = await db.selectFrom("ledger_head").select("position").executeTakeFirst();
  return head?.position ?? 0;
}
