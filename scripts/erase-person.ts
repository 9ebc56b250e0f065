import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  type CreditChoice,
  creditChoiceSchema,
  creditGivenUpReasons,
  creditPaidOutReasons,
  type DueOrder,
  type GuestTarget,
  guestTargetOf,
} from "@portal/shared/people/users/erase-user.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { randomUUID } from "node:crypto";
import { eraseAgain } from "../server/src/edges/backup/erase-again.ts";
import { connect, connectPool, databaseOn, patient } from "../server/src/platform/db/connect.ts";
import { readOnly } from "../server/src/platform/db/database.ts";
import { loadRegion } from "../server/src/platform/db/region.queries.ts";
import { createInlineProjector } from "../server/src/projections/live/inline-projector.ts";
import { eraseGuest } from "../server/src/office/erasure/erase-guest.actions.ts";
import { erasePerson as erase } from "../server/src/office/erasure/erase-account.actions.ts";
import { completeErasedList, readErasedList } from "../server/src/office/erasure/erased-list.ts";
import { findMoneyDue, type MoneyDue } from "../server/src/office/erasure/money-due.queries.ts";
import { ledgerCatalogue } from "../server/src/projections/ledger-catalogue.ts";
import { createLedger } from "../server/src/platform/ledger/ledger.ts";
import { StartError } from "../server/src/platform/start-error.ts";

export type CreditTyped = Readonly<{
  credit?: string | undefined;
  reason?: string | undefined;
  "paid-on"?: string | undefined;
}>;

const usage = [
  `--credit paid-out --paid-on DAY --reason ${creditPaidOutReasons.join("|")}`,
  `--credit given-up --reason ${creditGivenUpReasons.join("|")}`,
].join(", or ");

/** The decision about remaining store credit, or null without these options. @throws StartError */
export function creditChoiceFrom(typed: CreditTyped): CreditChoice | null {
  const { credit: decision, reason, "paid-on": paidOn } = typed;
  if (decision === undefined && reason === undefined && paidOn === undefined) return null;
  const choice = creditChoiceSchema.safeParse({ decision, reason, ...(paidOn && { paidOn }) });
  if (choice.success) return choice.data;
  throw new StartError(`Choose what happens to store credit: ${usage}.`, {
    exitCode: 2,
  });
}

type Erasing = Readonly<{ choice: CreditChoice | null; erasedList: string; region: Region }>;

/**
 * Erases an account by its number, or a guest by email or order number (`RH1023`), and returns a summary. `erasedList`
 * records erased persons for the restore of older backups.
 */
export async function erasePerson(
  ownerUrl: string,
  given: string,
  erasing: Erasing,
): Promise<string> {
  if (/^[1-9]\d{0,8}$/.test(given)) return eraseNumber(ownerUrl, Number(given), erasing);
  const target = guestTargetOf(given);
  if (target && erasing.choice)
    throw new StartError("Guests have no store credit.", { exitCode: 2 });
  if (target) return eraseByGuest(ownerUrl, target, erasing.erasedList);
  throw new StartError(
    `Enter an account number, or a guest's email or order (RH1023), not ${JSON.stringify(given)}.`,
    { exitCode: 2 },
  );
}

async function eraseByGuest(
  ownerUrl: string,
  target: GuestTarget,
  listFile: string,
): Promise<string> {
  await using db = connect(ownerUrl);
  try {
    const erased = await db.transaction().execute(async (tx) => {
      const done = await eraseGuest(tx, target, now());
      await tx
        .insertInto("audit_entry")
        .values({ at: now(), action: "guest.erased", details: JSON.stringify(done) })
        .execute();
      return done;
    });
    await completeErasedList(db, listFile);
    const { orders, addresses, contacts } = erased;
    return `Erased a guest: ${counted(addresses, "address", "addresses")}, ${counted(contacts, "contact message")} and the notes of ${counted(orders, "order")}. The ledger keeps the orders.`;
  } catch (error) {
    throw error instanceof DomainError ? new StartError(error.message, { exitCode: 2 }) : error;
  }
}

async function eraseNumber(
  ownerUrl: string,
  userId: number,
  { choice, erasedList, region }: Erasing,
): Promise<string> {
  const pool = connectPool(ownerUrl, { ...patient, poolSize: 2, applicationName: "portal-erase" });
  const db = databaseOn(pool);
  const ledger = createLedger({
    pool,
    catalogue: ledgerCatalogue,
    projector: createInlineProjector(),
  });
  const command = {
    commandId: randomUUID(),
    request: { action: "erase", userId },
    occurredAt: now(),
    metadata: { source: "console", correlationId: `erase-${userId}` },
  };
  try {
    const { storeCredit: amount } = await findMoneyDue(readOnly(db), userId, now());
    if (choice && amount <= 0)
      throw new StartError("There is no store credit left.", { exitCode: 2 });
    const credit = choice ? { ...choice, amount } : undefined;
    const { timeZone } = await loadRegion(db, region);
    const context = { ledger, now, db: readOnly(db), timeZone };
    const erased = await erase(context, command, { userId, credit }, async (tx) => {
      await tx
        .insertInto("audit_entry")
        .values({
          at: now(),
          subject_id: userId,
          action: "account.erased",
          ...(credit && { details: JSON.stringify({ credit }) }),
        })
        .execute();
    });
    await completeErasedList(db, erasedList);
    const { addresses, sessions, orders } = erased;
    const { currency } = await loadRegion(db, region);
    const settled = credit
      ? ` Store credit of ${formatMoney(amount, currency)} was ${credit.decision === "paid-out" ? "paid out" : "given up"}.`
      : "";
    return `Erased account ${userId}: ${counted(addresses, "address", "addresses")}, ${counted(sessions, "session")} and the notes of ${counted(orders, "order")}.${settled} The ledger keeps the account number.`;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { currency } = await loadRegion(db, region);
    const due = dueWords(await findMoneyDue(readOnly(db), userId, now()), currency);
    throw new StartError([error.message, ...due].join("\n"), { exitCode: 2 });
  } finally {
    await ledger.close();
    await db.destroy();
  }
}

/** Returns a summary. @throws StartError if data of an erased person is still readable */
export async function erasePeopleAgain(ownerUrl: string, erasedList: string): Promise<string> {
  const listed = (await readErasedList(erasedList)) ?? new Set<string>();
  const pool = connectPool(ownerUrl, { ...patient, poolSize: 1, applicationName: "portal-erase" });
  await using db = databaseOn(pool);
  const outcome = await db.transaction().execute((tx) => eraseAgain(tx, listed, now()));
  const { erasedAgain, stillReadable } = outcome;
  await completeErasedList(db, erasedList);
  const done =
    erasedAgain === 0 && stillReadable.length === 0
      ? "No erased people are readable."
      : erasedAgainWords(outcome);
  if (stillReadable.length > 0) throw new StartError(done);
  return done;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Empty if there was no one to erase. */
export function erasedAgainWords({
  erasedAgain,
  stillReadable,
}: Awaited<ReturnType<typeof eraseAgain>>): string {
  const people = erasedAgain === 1 ? "person was" : "people were";
  return [
    ...(erasedAgain > 0 ? [`${erasedAgain} ${people} erased again.`] : []),
    ...stillReadable.map(({ who, reason }) => `Not erased: ${who} (${reason}).`),
    ...(stillReadable.length > 0
      ? ["The portal cannot start until this is done: npm run db -- erase-again."]
      : []),
  ].join(" ");
}

const orderWords: Readonly<Record<DueOrder["reason"], string>> = {
  "to-give-back": "overpaid: refund the difference",
  "part-paid": "paid in part: refund that, or wait for the rest",
  "on-statement": "a bank transaction names it and is not matched yet",
  "to-ship": "paid and not shipped",
};

function dueWords(due: MoneyDue, currency: Currency): string[] {
  const { openPayout, commission, storeCredit, orders } = due;
  const money = (minor: number) => formatMoney(minor, currency);
  return [
    ...(openPayout === null ? [] : [`  a payout request of ${money(openPayout)} is open`]),
    ...(commission > 0 ? [`  unpaid commission of ${money(commission)}`] : []),
    ...(storeCredit > 0 ? [`  store credit of ${money(storeCredit)}: ${usage}`] : []),
    ...orders.map(({ orderNumber, reason }) => `  order ${orderNumber}: ${orderWords[reason]}`),
  ];
}

function now(): string {
  return new Date().toISOString();
}
