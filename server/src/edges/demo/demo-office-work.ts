import { randomBytes, randomUUID } from "node:crypto";
import { dayMs } from "@portal/shared/platform/calendar.ts";
import type { ContactText } from "@portal/shared/office/contact.ts";
import type pg from "pg";
import type { Caller } from "../../caller.ts";
import { noCaptcha } from "../../gateways/captcha/captcha.ts";
import { keepOnly } from "../../gateways/mail/sink.ts";
import { argon2Passwords } from "../../gateways/passwords/passwords.ts";
import { payoutPaid } from "../../money/payouts/payout.messages.ts";
import { submitContact } from "../../office/contact/contact.actions.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { databaseOn } from "../../platform/db/connect.ts";
import type { Database } from "../../platform/db/database.ts";
import type { JobQueue } from "../../platform/jobs/jobs.ts";
import type { Ledger } from "../../platform/ledger/ledger.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { sendMessage } from "../../platform/messages/send-message.actions.ts";
import { accountDigestWith } from "../../platform/proposals/account-digest.ts";
import { proposeProvedIn } from "../../platform/proposals/propose.actions.ts";
import { registrations } from "../../registrations.ts";
import { orderPaid } from "../../sales/orders/order.messages.ts";
import { demoIds } from "./demo-people.ts";
import { uploadDemoStatement } from "./demo-statement.ts";

/**
 * What waits for the office when the demo starts, by its own commands: messages of visitors, emails that were sent, decisions
 * for a second admin, and the statement of the bank. Emails are kept and leave for nowhere.
 *
 * @param until the end of the history, ISO 8601
 */
export async function fillOfficeWork(pool: pg.Pool, ledger: Ledger, until: string): Promise<void> {
  const work = createWork(databaseOn(pool), ledger, Date.parse(`${until}T00:00:00.000Z`));
  await sendOrderMails(work);
  await sendPayoutMails(work);
  for (const [index, text] of contactMessages.entries())
    await work.at(hours(60 - index * 16), (context) =>
      submitContact(context, { commandId: randomUUID(), ...text }),
    );
  await proposeChanges(work);
  await work.at(hours(3), async ({ user, ...context }) =>
    uploadDemoStatement({ ...context, user }, user, until),
  );
}

type WorkContext = Readonly<{ user: NonNullable<Caller["user"]> }> &
  Pick<Caller, "db" | "ledger" | "shop" | "captcha" | "jobs" | "ip" | "now" | "newId"> &
  Pick<Caller, "impersonatedById" | "correlationId" | "accountDigest" | "commissionOf">;
type Work = ReturnType<typeof createWork>;

function hours(count: number): number {
  return (count / 24) * dayMs;
}

/** Commands at a moment before the end, each followed by the emails that it causes. */
function createWork(db: Database, ledger: Ledger, end: number) {
  const silent = { info() {}, warn() {}, error() {} };
  const shop = { region: "za", publicUrl: "http://localhost:3000" } as const;
  const passwords = argon2Passwords();
  // The decisions of the demo are about nobody, so no later digest is compared with one of this key.
  const accountDigest = accountDigestWith(randomBytes(32));
  return {
    db,
    at: async (
      msBefore: number,
      act: (context: WorkContext) => Promise<unknown>,
      by: number = demoIds.admin,
    ): Promise<void> => {
      const instant = new Date(end - msBefore).toISOString();
      const now = () => instant;
      const queued: number[] = [];
      const jobs: JobQueue = {
        async enqueue(_tx, _name, data) {
          if ("messageId" in data) queued.push(data.messageId);
        },
      };
      const user = await findSignedInUser(db, by);
      if (!user) throw new Error(`there is no person ${by}`);
      const ip = "203.0.113.20";
      const captcha = noCaptcha();
      const whoAndWhen = { user, impersonatedById: null, correlationId: "demo", now };
      const { commissionOf } = registrations;
      const context = { db, ledger, shop, captcha, jobs, ip, newId: randomUUID, accountDigest };
      await act({ ...context, ...whoAndWhen, commissionOf });
      const senders = { mailer: keepOnly, sms: keepOnly, messages: registrations.messages };
      for (const id of queued)
        await sendMessage({ db, shop, passwords, now, log: silent, ...senders }, id);
    },
  };
}

const mailsShown = 6;

/** Of the newest paid orders. */
async function sendOrderMails({ db, at }: Work): Promise<void> {
  const orders = await db
    .selectFrom("projection.order_state")
    .select(["order_id as orderId", "buyer_id as userId"])
    .where("state", "=", "paid")
    .orderBy("placed_at", "desc")
    .limit(mailsShown)
    .execute();
  for (const [index, order] of orders.toReversed().entries())
    await at(hours(40 - 5 * index), ({ db: database, ...context }) =>
      database
        .transaction()
        .execute((tx) =>
          queueMessage(tx, context, `order-paid:${order.orderId}`, orderPaid, order),
        ),
    );
}

/** Of the newest payouts. */
async function sendPayoutMails({ db, at }: Work): Promise<void> {
  const payouts = await db
    .selectFrom("projection.payout_request")
    .select(["payout_id as payoutId", "user_id as userId"])
    .where("state", "=", "paid")
    .orderBy("settled_at", "desc")
    .limit(2)
    .execute();
  for (const [index, payout] of payouts.entries())
    await at(hours(14 + index), ({ db: database, ...context }) =>
      database
        .transaction()
        .execute((tx) =>
          queueMessage(tx, context, `payout-paid:${payout.payoutId}`, payoutPaid, payout),
        ),
    );
}

/** Fictitious. */
const contactMessages: readonly ContactText[] = [
  {
    source: "general",
    name: "Nandi",
    email: "nandi@example.test",
    text: "Do you deliver to a post office box in Upington?",
  },
  {
    source: "experience",
    name: "Pieter",
    email: "pieter@example.test",
    age: "58",
    text: "The parcel was here in two days and well packed. Thank you.",
  },
  {
    source: "distributor",
    name: "Lerato",
    surname: "Dube",
    email: "lerato@example.test",
    cellNumber: "082 000 9901",
    residingTown: "Polokwane",
    whereDidYouHear: "A friend who sells for you",
    existingCustomer: "No",
    text: "I run a small shop for health food and would like to sell your products there.",
  },
];

/** One waits for the second admin, and one for the first. */
async function proposeChanges({ db: shop, at }: Work): Promise<void> {
  const before = await shop
    .selectFrom("shop_setting")
    .select(["bank_name as bankName", "bank_account_name as bankAccountName"])
    .select(["bank_account_type as bankAccountType", "bank_account_number as bankAccountNumber"])
    .select("bank_branch_code as bankBranchCode")
    .executeTakeFirstOrThrow();
  await at(hours(20), ({ db, user, ...context }) =>
    db.transaction().execute((tx) =>
      proposeProvedIn(tx, context, user, {
        id: randomUUID(),
        change: {
          kind: "limit",
          data: { region: "za", above: 2_000_000, before: 1_000_000 },
          words: null,
        },
      }),
    ),
  );
  await at(
    hours(18),
    ({ db, user, ...context }) =>
      db.transaction().execute((tx) =>
        proposeProvedIn(tx, context, user, {
          id: randomUUID(),
          change: {
            kind: "bank",
            data: { ...before, bankAccountNumber: "62000000018", before },
            words: null,
          },
        }),
      ),
    demoIds.office,
  );
}
