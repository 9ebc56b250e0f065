import { parseArgs } from "node:util";
import { sql } from "kysely";
import { z } from "zod";
import { afterRecovery } from "../server/src/edges/backup/after-recovery.ts";
import { backup, removeUnfinished } from "../server/src/edges/backup/backup.ts";
import { nightIn, nightlyBackup } from "../server/src/edges/backup/nightly-backup.ts";
import { namesOf } from "../server/src/edges/backup/uploads-of-backup.ts";
import { restore } from "../server/src/edges/backup/restore.ts";
import type { Recovered } from "../server/src/edges/backup/settle-recovered.ts";
import { type Env, readEnvWithFile } from "../server/src/env.ts";
import { erasedListIn } from "../server/src/office/erasure/erased-list.ts";
import { connect } from "../server/src/platform/db/connect.ts";
import {
  type DatabaseServer,
  openDatabaseServer,
} from "../server/src/platform/db/database-server.ts";
import { readOnly } from "../server/src/platform/db/database.ts";
import { pendingMigrations, prepareDatabase } from "../server/src/platform/db/migrate.ts";
import { readHead } from "../server/src/platform/ledger/read-events.ts";
import { movePartitions } from "../server/src/platform/ledger/move-partitions.ts";
import {
  type GivenUpJob,
  listGivenUpJobs,
  runAgain,
} from "../server/src/platform/jobs/given-up-jobs.store.ts";
import { sealKeysIn } from "../server/src/platform/ledger/seal-keys.ts";
import { StartError } from "../server/src/platform/start-error.ts";
import {
  creditChoiceFrom,
  erasedAgainWords,
  erasePeopleAgain,
  erasePerson,
} from "./erase-person.ts";
import { letPayoutsGoOn, adminsInWords, operateAdmins } from "./operate-admins.ts";
import { root } from "./run-program.ts";
import { runScript, type Script } from "./run-script.ts";
import { seedOrRecognize } from "./open-portal-database.ts";

type Given = ReturnType<typeof readOptions> &
  Pick<Env, "dataDir" | "filesDir" | "filesBucketUrl" | "region"> &
  Readonly<{ target: string; who: string; erasedList: string }> &
  Pick<Script, "onEnd">;
type Command = Readonly<{
  usage: string;
  does: string;
  /** How many words follow the command: at least, at most. */
  words: readonly [least: number, most: number];
  run: (server: DatabaseServer, given: Given) => Promise<string>;
}>;

const options = {
  superuser: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  "without-erased-list": { type: "boolean", default: false },
  "without-files": { type: "boolean", default: false },
  nightly: { type: "boolean", default: false },
  "keep-days": { type: "string", default: "14" },
  before: { type: "string" },
  name: { type: "string" },
  again: { type: "string" },
  credit: { type: "string" },
  reason: { type: "string" },
  "paid-on": { type: "string" },
} as const;
type OptionValues = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

const commands: Readonly<Record<string, Command>> = {
  migrate: {
    usage: "migrate",
    does: "updates the database to this release",
    words: [0, 0],
    async run({ ownerUrl }) {
      const applied = await prepareDatabase(ownerUrl);
      return applied.length > 0 ? `Applied ${applied.join(", ")}.` : "Nothing to do.";
    },
  },
  status: {
    usage: "status [--json]",
    does: "shows what the database contains",
    words: [0, 0],
    run: (server, { json }) => databaseStatus(server, json),
  },
  jobs: {
    usage: "jobs [--again ID|all] [--json]",
    does: "lists the jobs that were given up in the last seven days, or runs them again",
    words: [0, 0],
    run: ({ ownerUrl }, { again, json }) => givenUpJobs(ownerUrl, again, json),
  },
  url: {
    usage: "url [--superuser]",
    does: "prints the connection string of the portal's role, or of the owner",
    words: [0, 0],
    run: async ({ ownerUrl, runtimeUrl }, { superuser }) => (superuser ? ownerUrl : runtimeUrl),
  },
  seed: {
    usage: "seed [--json]",
    does: "fills an empty database with demo data and prints its accounts",
    words: [0, 0],
    async run({ ownerUrl, kind }, { json, filesDir, filesBucketUrl, region }) {
      const target = { ownerUrl, kind, filesDir, filesBucketUrl, region };
      const accounts = await seedOrRecognize(target);
      if (json) return JSON.stringify(accounts, null, 2);
      const lines = accounts.map(({ id, email, role }) => `  ${id}  ${email.padEnd(26)}${role}`);
      return ["Demo accounts:", ...lines].join("\n");
    },
  },
  backup: {
    usage: "backup FOLDER [--nightly [--keep-days DAYS] [--without-files]]",
    does: "saves everything into a new folder, as it is at one moment",
    words: [1, 1],
    run: ({ ownerUrl }, given) => saveBackup(ownerUrl, given),
  },
  restore: {
    usage: "restore FOLDER [--without-erased-list] [--without-files]",
    does: "restores a backup into an empty database, all or nothing",
    words: [1, 1],
    async run({ ownerUrl }, { target, erasedList, withoutErasedList, withoutFiles, ...given }) {
      const restored = await restore(ownerUrl, target, {
        erasures: { erasedList, mayBeMissing: withoutErasedList },
        uploads: { filesDir: folderOf(given), mayLack: withoutFiles },
      });
      const { head, madeAt } = restored;
      return recoveredWords(`Restored ${head} events as of ${madeAt}.`, restored);
    },
  },
  "after-recovery": {
    usage: "after-recovery [--without-erased-list]",
    does: "does for a database that PostgreSQL recovered to a moment what a restore does",
    words: [0, 0],
    async run({ ownerUrl }, { erasedList, withoutErasedList }) {
      const recovered = await afterRecovery(ownerUrl, {
        erasedList,
        mayBeMissing: withoutErasedList,
      });
      return recoveredWords(`The newest event is of ${recovered.dataOf}.`, recovered);
    },
  },
  "move-partitions": {
    usage: "move-partitions TABLESPACE --before DAY",
    does: "moves partitions of the ledger older than a day, while the portal goes on",
    words: [1, 1],
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
    words: [1, 1],
    run: ({ ownerUrl }, { target, ...given }) => erasePerson(ownerUrl, target, given),
  },
  admins: {
    usage: "admins list|invite|lock|deactivate|reset-factor [EMAIL] [--name NAME] [--json]",
    does: "shows who is an admin, and changes it without a second one; all of them are told",
    words: [1, 2],
    run: ({ ownerUrl }, { target, who, name, json }) =>
      operateAdmins(ownerUrl, target, { email: who, name, json }),
  },
  "accept-undecided": {
    usage: "accept-undecided POSITION|DECISION",
    does: "lets payouts go on after money without its decision was looked into",
    words: [1, 1],
    run: ({ ownerUrl }, { target }) => letPayoutsGoOn(ownerUrl, target),
  },
  "erase-again": {
    usage: "erase-again",
    does: "erases again the people that a restored backup contains",
    words: [0, 0],
    run: ({ ownerUrl }, { erasedList }) => erasePeopleAgain(ownerUrl, erasedList),
  },
};

/** @throws StartError where somebody who was erased is still readable */
function recoveredWords(what: string, recovered: Recovered): string {
  const again = erasedAgainWords(recovered);
  const done = `${what}${again && ` ${again}`}`;
  if (recovered.stillReadable.length > 0) throw new StartError(done);
  return [
    `${done} Now run: npm run finance -- verify.`,
    "Everyone has to sign in again, and open decisions have ended. The admins are told; they are now:",
    adminsInWords(recovered.admins),
  ].join("\n");
}

/** Null if the uploads are in a bucket. */
function folderOf({ filesDir, filesBucketUrl }: Pick<Given, "filesDir" | "filesBucketUrl">) {
  return filesBucketUrl === null ? filesDir : null;
}

async function saveBackup(ownerUrl: string, given: Given): Promise<string> {
  const { target, nightly, keepDays, dataDir, erasedList, withoutFiles: mayLack } = given;
  const now = new Date().toISOString();
  const filesDir = folderOf(given);
  given.onEnd(() => removeUnfinished(nightly ? nightIn(target, now) : target));
  const made = nightly
    ? await nightlyBackup(ownerUrl, target, { now, filesDir, keepDays, mayLack })
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
      `${missingFiles.length} uploads are missing or damaged in ${filesDir}: ${namesOf(missingFiles)}.`,
    );
  return lines.join("\n");
}

/** The command line is validated before a database is opened. */
await runScript(async ({ onEnd }) => {
  const { command, ...given } = parse(process.argv.slice(2));
  const env = readEnvWithFile(root);
  const server = await openDatabaseServer(env, {
    name: `npm run db -- ${command.usage}`,
    isExclusive: false,
  });
  onEnd(server.close);
  for (const note of server.notes) console.error(note);
  const { dataDir, filesDir, filesBucketUrl, region } = env;
  console.log(
    await command.run(server, {
      ...given,
      onEnd,
      dataDir,
      erasedList: erasedListIn(dataDir),
      filesDir,
      filesBucketUrl,
      region,
    }),
  );
  return 0;
});

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [name = "", ...words] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command)
      throw new Error(name === "" ? "Choose a command." : `There is no command ${name}.`);
    const [least, most] = command.words;
    if (words.length < least || words.length > most || words.includes("")) {
      throw new Error(`Usage: npm run db -- ${command.usage}.`);
    }
    const [target = "", who = ""] = words;
    return { command, target, who, ...readOptions(values) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`${reason}\n${help()}`, { exitCode: 2, cause });
  }
}

function readOptions(values: OptionValues) {
  const keepDays = Number(values["keep-days"]);
  if (!Number.isInteger(keepDays) || keepDays < 1)
    throw new Error("--keep-days is a number of days, 1 or more.");
  const before = values.before ?? null;
  if (before !== null && !z.iso.date().safeParse(before).success)
    throw new Error("--before is a day, like 2024-01-01.");
  return {
    superuser: values.superuser,
    json: values.json,
    name: values.name ?? null,
    again: values.again ?? null,
    nightly: values.nightly,
    withoutErasedList: values["without-erased-list"],
    withoutFiles: values["without-files"],
    keepDays,
    before,
    choice: creditChoiceFrom(values),
  };
}

function help(): string {
  return Object.values(commands)
    .map(({ usage, does }) => `  npm run db -- ${usage.padEnd(20)} ${does}`)
    .join("\n");
}

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

async function givenUpJobs(ownerUrl: string, again: string | null, json: boolean): Promise<string> {
  await using db = connect(ownerUrl, { poolSize: 1, applicationName: "portal-jobs" });
  if (again === null) {
    const jobs = await listGivenUpJobs(readOnly(db));
    return json ? JSON.stringify(jobs, null, 2) : jobsInWords(jobs);
  }
  const id = again === "all" ? null : again;
  if (id !== null && !z.guid().safeParse(id).success)
    throw new StartError(`--again ${id} is neither the id of a job nor all.`, { exitCode: 2 });
  const queues = await runAgain(db, id);
  if (queues.length === 0 && id !== null)
    throw new StartError(`There is no job ${id} that was given up.`, { exitCode: 1 });
  return [`${queues.length} will run again.`, ...queues].join("\n");
}

function jobsInWords(jobs: readonly GivenUpJob[]): string {
  if (jobs.length === 0) return "No job was given up.";
  return jobs
    .map(({ id, queue, givenUpAt, attempts, data, error }) =>
      [id, givenUpAt, queue, JSON.stringify(data), `${attempts} attempts: ${error}`].join("  "),
    )
    .join("\n");
}

async function readStatus({ kind, ownerUrl }: DatabaseServer) {
  await using db = connect(ownerUrl, { poolSize: 1, applicationName: "portal-status" });
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
}
