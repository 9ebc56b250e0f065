import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { prepareDatabase } from "../server/src/platform/db/migrate.ts";
import { startFakePayfast } from "../server/src/testing/fake-payfast.ts";
import { demoPassword } from "../server/src/edges/demo/demo-people.ts";
import { createRandom, type Random } from "../server/src/edges/demo/random.ts";
import { seedDemo } from "../server/src/edges/demo/seed-demo.ts";
import { findLosses, query, runFinanceChecks, untilQuiet } from "./checks.ts";
import { type Client, createClient, createJournal, type Journal } from "./client.ts";
import { createMachine, type Machine, type Victim } from "./machine.ts";
import { merchant, type Person, pickOperation, type World } from "./operations.ts";

export type ChaosOptions = Readonly<{
  /** Determines the commands and victims, but not their timing. */
  seed: number;
  minutes: number;
  /** The run ends after this many acknowledged commands and kills, or after `minutes`. */
  commands: number;
  kills: number;
  note: (sentence: string) => void;
  /** Registers a cleanup; they run in reverse order, also after an error. */
  onEnd: (undo: () => Promise<void>) => void;
}>;

export type ChaosReport = Readonly<{
  seed: number;
  seconds: number;
  acknowledged: number;
  refused: number;
  unanswered: number;
  /** Requests that were retried because their outcome was unknown. */
  retries: number;
  kinds: Readonly<Record<string, Readonly<{ acknowledged: number; refused: number }>>>;
  reasons: Readonly<Record<string, number>>;
  killed: Readonly<Record<Victim, number>>;
  recoveryMs: Readonly<{ median: number; longest: number }>;
  events: number;
  /** One sentence per problem. */
  problems: readonly string[];
}>;

const clients = 16;
/** Portals are killed more often than databases and connections. */
const strikeList: readonly [Victim, ...Victim[]] = [
  "portal",
  "portal",
  "portal",
  "database",
  "backend",
];
/** The pause between two kills, so that some commands run undisturbed. */
const calmMs = { least: 300, most: 3000 } as const;

/**
 * Sends commands of all kinds to two portals while portals, database and connections are killed with -9. Afterwards
 * verifies that every acknowledged command is stored exactly once and completely, and no refused one is (R61, R62).
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { note, seed, onEnd } = options;
  const provider = await startFakePayfast();
  onEnd(provider.close);
  const machine = await createMachine({
    // Every host is also the office host, so that members can order.
    OFFICE_HOST_PATTERN: "127",
    PAYFAST_MODE: "local",
    PAYFAST_MERCHANT_ID: merchant.id,
    COURIER_MODE: "local",
    PAYFAST_PASSPHRASE: merchant.passphrase,
    PAYFAST_BASE_URL: provider.baseUrl,
    // Forwarded client addresses are trusted, so that rate limits by IP address do not apply.
    PAYFAST_ALLOWED_CIDRS: "127.0.0.0/8",
    TRUST_PROXY: "127.0.0.1",
    LOG_LEVEL: "error",
  });
  onEnd(machine.stop);
  await prepareDatabase(machine.ownerUrl);
  await seedDemo({ ownerUrl: machine.ownerUrl, until: "2026-01-01" });
  // Each command is carried out when it is acknowledged; above the limit it would be a proposal.
  await query(machine.ownerUrl, "update region set payout_second_person_above = null");
  await machine.startPortals();

  const client = createClient(machine.portals, clients);
  onEnd(async () => client.close());
  const journal = createJournal();
  const world = await openWorld(machine, client);
  note(`Two portals and PostgreSQL are up; seed ${seed}.`);

  const startedAt = performance.now();
  const kills = await workWhileKilling({ options, machine, client, journal, world, startedAt });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  note(`${journal.acknowledged()} acknowledged in ${seconds} s; letting the portals finish.`);

  const problems = [...(await untilQuiet(machine.ownerUrl))];
  await machine.stopPortals();
  note("Comparing the answers with the database.");
  problems.push(...(await findLosses(machine.ownerUrl, journal)));
  problems.push(...(await runFinanceChecks(machine.ownerUrl, machine.dataDir)));
  const [head] = await query<{ events: number }>(
    machine.ownerUrl,
    "select count(*)::integer as events from ledger_events",
  );
  const events = head?.events ?? 0;
  const retries = client.retries();
  return { seed, seconds, retries, events, ...countsOf(journal), ...kills, problems };
}

type Work = Readonly<{
  options: ChaosOptions;
  machine: Machine;
  client: Client;
  journal: Journal;
  world: World;
  startedAt: number;
}>;

async function workWhileKilling(work: Work): Promise<Pick<ChaosReport, "killed" | "recoveryMs">> {
  const { options, machine, journal, startedAt } = work;
  const killed = { portal: 0, database: 0, backend: 0 };
  const recoveries: number[] = [];
  const isOver = () => performance.now() - startedAt > options.minutes * 60_000;
  const isEnough = () =>
    isOver() || (journal.acknowledged() >= options.commands && recoveries.length >= options.kills);

  const keepKilling = async () => {
    const random = createRandom(options.seed);
    while (!isEnough()) {
      await delay(random.between(calmMs.least, calmMs.most));
      const victim = random.pick(strikeList);
      const { recoveredInMs } = await machine.kill(victim, random.between(0, 999));
      // Two admins do a whole office's daily work in minutes, so rate limits would apply.
      await query(machine.ownerUrl, "delete from rate_limit").catch(() => []);
      killed[victim] += 1;
      recoveries.push(recoveredInMs);
      if (recoveries.length % 10 === 0)
        options.note(`${recoveries.length} killed, ${journal.acknowledged()} acknowledged`);
    }
  };
  const workers = Array.from({ length: clients }, (_, index) =>
    keepWorking(work, createRandom(options.seed * 1000 + index), isEnough),
  );
  await Promise.all([keepKilling(), ...workers]);
  const inOrder = recoveries.toSorted((one, other) => one - other);
  return {
    killed,
    recoveryMs: {
      median: inOrder[Math.floor(inOrder.length / 2)] ?? 0,
      longest: inOrder.at(-1) ?? 0,
    },
  };
}

async function keepWorking(
  { client, journal, world }: Work,
  random: Random,
  isEnough: () => boolean,
): Promise<void> {
  while (!isEnough()) await pickOperation(random)({ client, journal, world, random });
}

type MemberRow = Readonly<{ id: number; email: string; code: string }>;

/** Signs in the office and some distributors with bank details, and lists the other members. */
async function openWorld({ ownerUrl }: Machine, client: Client): Promise<World> {
  const found = await query<MemberRow>(
    ownerUrl,
    `select account.id, account.email, member.code from account
     join projection.member on member.user_id = account.id
     where account.role = 'distributor' and account.active and member.active
       and account.password_hash is not null
     order by account.id`,
  );
  const [first, ...others] = found;
  if (!first) throw new Error("the demo has no distributors");
  const signIn = (email: string, id: number) => signInAs(client, email, id);
  const idOf = async (email: string) =>
    (await query<{ id: number }>(ownerUrl, "select id from account where email = $1", [email]))[0]
      ?.id ?? 0;
  const office = async (email: string) => signIn(email, await idOf(email));
  const admins = [await office("admin@shop.test"), await office("office@shop.test")] as const;
  const member = async ({ email, id }: MemberRow) =>
    withBankDetails(client, await signIn(email, id));
  const members: [Person, ...Person[]] = [await member(first)];
  for (const other of others.slice(0, 11)) members.push(await member(other));
  return {
    admins,
    members,
    distributors: [first.id, ...others.map(({ id }) => id)],
    codes: [first.code, ...others.map(({ code }) => code)],
    unpaid: [],
    paid: [],
    deactivated: [],
    stockists: [],
    payouts: [],
    people: 0,
    cardPayments: 0,
  };
}

const signedInSchema = z.object({ token: z.string() });

async function signInAs(client: Client, email: string, id: number): Promise<Person> {
  const signedIn = await client.call("auth.login", { email, password: demoPassword });
  if (signedIn.kind !== "done")
    throw new Error(`${email} could not sign in: ${JSON.stringify(signedIn)}`);
  return { id, token: signedInSchema.parse(signedIn.data).token };
}

async function withBankDetails(client: Client, person: Person): Promise<Person> {
  const details = { bankName: "First Bank", accountName: "Person", chequeOrSavings: "Savings" };
  const saved = await client.call(
    "bankDetails.save",
    { ...details, accountNumber: "62001234567" },
    { token: person.token },
  );
  if (saved.kind !== "done") throw new Error(`no bank details: ${JSON.stringify(saved)}`);
  return person;
}

function countsOf(journal: Journal) {
  const kinds: Record<string, { acknowledged: number; refused: number }> = {};
  const reasons: Record<string, number> = {};
  const counts = { acknowledged: 0, refused: 0, unanswered: 0 };
  const noted = [
    ...journal.commands.values(),
    ...[...journal.payments.values()].map(({ outcome }) => ({ kind: "card payment", outcome })),
  ];
  for (const { kind, outcome } of noted) {
    const ofKind = (kinds[kind] ??= { acknowledged: 0, refused: 0 });
    if (outcome.kind === "done") {
      counts.acknowledged += 1;
      ofKind.acknowledged += 1;
    } else if (outcome.kind === "refused") {
      counts.refused += 1;
      ofKind.refused += 1;
      reasons[outcome.reason] = (reasons[outcome.reason] ?? 0) + 1;
    } else counts.unanswered += 1;
  }
  return { ...counts, kinds, reasons };
}
