import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { runProgram } from "../scripts/run-program.ts";
import { ownCommandId } from "../server/src/platform/ledger/own-command-id.ts";
import type { Journal } from "./client.ts";

/** The work that has to be finished before anything is compared. A message that was tried may wait for its limits for hours. */
const unfinished = `
  select (select count(*) from job_outbox)::integer as jobs,
    (select count(*) from card_notification where state = 'received')::integer as notifications,
    (select count(*) from pgboss.job where state = 'created'
      and name in ('message', 'code') and start_after <= now())::integer as messages`;
/** Two portals send some ten messages a second, and thousands wait after a long run: only a standstill is a problem. */
const standstillMs = 120_000;

/** Waits until the portals have finished their work. @returns a problem where it stands still */
export async function untilQuiet(url: string): Promise<readonly string[]> {
  let least = Number.POSITIVE_INFINITY;
  let deadline = 0;
  for (;;) {
    const [left] = await query<{ jobs: number; notifications: number; messages: number }>(
      url,
      unfinished,
    );
    const count = left ? left.jobs + left.notifications + left.messages : 0;
    if (count === 0) return [];
    if (count < least) deadline = performance.now() + standstillMs;
    least = Math.min(least, count);
    if (performance.now() > deadline) return [`left undone: ${JSON.stringify(left)}`];
    await delay(500);
  }
}

type StoredCommand = Readonly<{ command_id: string; first_position: number; event_count: number }>;

/** Compares the answers with the database. @returns one sentence per problem */
export async function findLosses(url: string, journal: Journal): Promise<readonly string[]> {
  const stored = new Map(
    (
      await query<StoredCommand>(
        url,
        "select command_id, first_position::float8, event_count from ledger_commands",
      )
    ).map((command) => [command.command_id, command]),
  );
  const problems: string[] = [];
  for (const [commandId, { kind, outcome }] of journal.commands) {
    const isThere = stored.has(commandId);
    if (outcome.kind === "done" && !isThere)
      problems.push(`${kind} ${commandId} was acknowledged and is not there`);
    if (outcome.kind === "refused" && isThere)
      problems.push(`${kind} ${commandId} was refused (${outcome.reason}) and is there`);
  }
  for (const [paymentId, { orderId, outcome }] of journal.payments)
    if (outcome.kind === "done" && !stored.has(ownCommandId("card", "local", paymentId)))
      problems.push(`card payment ${paymentId} of ${orderId} was taken in and is not there`);
  problems.push(...(await findDoubles(url)), ...(await findMissingMails(url, journal)));
  return problems;
}

/** Events that can happen only once must not be in the ledger twice, even under different command ids. */
async function findDoubles(url: string): Promise<readonly string[]> {
  const rows = await query<{ what: string; about: string; times: number }>(
    url,
    `select type as what, about, count(*)::integer as times from (
       select type, case type
         when 'OrderPlaced' then data->>'orderNumber' when 'OrderPaid' then data->>'orderId'
         when 'PaymentReceived' then data->>'paymentId' when 'PaymentRefunded' then data->>'refundId'
         when 'OrderCancelled' then data->>'orderId' when 'PayoutPaid' then data->>'payoutId'
         when 'PayoutRejected' then data->>'payoutId' when 'PayoutRequested' then data->>'payoutId'
         when 'DistributorUplifted' then data->>'userId' end as about
       from ledger_events) event
     where about is not null group by type, about having count(*) > 1`,
  );
  return rows.map(({ what, about, times }) => `${what} of ${about} is there ${times} times`);
}

/** The email of an acknowledged command must be queued, because its row is written in the same transaction. */
async function findMissingMails(url: string, { commands }: Journal): Promise<readonly string[]> {
  const done = [...commands].flatMap(([commandId, { kind, outcome }]) =>
    outcome.kind === "done" && mailed.has(kind) ? [commandId] : [],
  );
  const rows = await query<{ what: string; about: string }>(
    url,
    `with event as (
       select event.type, event.data from ledger_commands command
       join ledger_events event on event.position >= command.first_position
         and event.position < command.first_position + command.event_count
       where command.command_id::text = any ($1)),
     wanted as (
       select case type when 'OrderPaid' then 'order-paid:' || (data->>'orderId')
         when 'PayoutRequested' then 'payout-requested:' || (data->>'payoutId')
         when 'PayoutPaid' then 'payout-paid:' || (data->>'payoutId') end as key, type
       from event)
     select type as what, key as about from wanted
     where key is not null and not exists (select from message where message_key = key)`,
    [done],
  );
  return rows.map(({ what, about }) => `the email ${about} of ${what} was not queued`);
}

const mailed = new Set(["orders.recordEft", "wallet.requestPayout", "payouts.markAsPaid"]);

/** Runs the accountant's commands as separate processes; each exits with 0 if all is well. */
export async function runFinanceChecks(
  ownerUrl: string,
  dataDir: string,
  commands: readonly string[] = ["verify", "reconcile", "rebuild"],
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const command of commands) {
    const { isFine, output } = await runProgram(process.execPath, ["scripts/finance.ts", command], {
      DATABASE_URL: ownerUrl,
      DATA_DIR: dataDir,
    });
    if (!isFine) problems.push(`finance ${command}: ${output.trim().slice(-2000)}`);
  }
  return problems;
}

export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
