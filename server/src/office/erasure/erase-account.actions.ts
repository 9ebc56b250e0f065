import type { CreditDecision, EraseUser } from "@portal/shared/people/users/erase-user.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { walletDecider } from "../../money/wallets/wallet.decider.ts";
import { walletEvents, walletStream } from "../../money/wallets/wallet.events.ts";
import {
  changesOf,
  loadNetwork,
  type NetworkDecision,
} from "../../network/enrolment/enrol-member.actions.ts";
import { clearTriesOf } from "../../people/accounts/sign-in-attempts.store.ts";
import { erasedEmail, mayDo } from "../../people/users/user.rules.ts";
import { getVisibleUser } from "../../people/users/user.queries.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import type { Command, DecidedEvent, Ledger } from "../../platform/ledger/ledger.ts";
import type { StreamReader } from "../../platform/ledger/read-events.ts";
import { anyUuid, eraseOrders, eraseWords } from "./erase-traces.store.ts";
import { digestOfAccount } from "./erased-list.ts";
import { findMoneyDue, type MoneyDue } from "./money-due.queries.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/**
 * From the row of a deleted user. The list of the erased is completed by a job, so that a backup of before
 * forgets them too.
 *
 * @throws DomainError account.yourself, account.unknown, account.active, access.forbidden, and what `erasePerson` waits for
 */
export async function eraseUser(
  caller: Caller,
  user: SignedInUser,
  { commandId, id, credit }: EraseUser,
): Promise<{ id: number }> {
  await requireErasable(caller, user, id);
  const command = commandFrom(caller, commandId, {
    action: "users.erase",
    id,
    ...(credit && { credit }),
  });
  await erasePerson(caller, command, { userId: id, credit }, async (tx) => {
    await insertAudit(tx, caller, {
      action: "account.erased",
      subjectId: id,
      ...(credit && { details: { credit } }),
    });
    await caller.jobs.enqueue(tx, "housekeeping", {});
  });
  return { id };
}

/**
 * What erasing somebody waits for, from the database that decides.
 *
 * @throws DomainError as `eraseUser` does before it looks at money
 */
export async function getMoneyDue(
  caller: Caller,
  user: SignedInUser,
  id: number,
): Promise<MoneyDue & { currency: Currency }> {
  await requireErasable(caller, user, id);
  const db = readOnly(caller.db);
  const due = await findMoneyDue(db, id, caller.now());
  const { currency } = await loadRegion(db, caller.shop.region);
  return { ...due, currency };
}

async function requireErasable(caller: Caller, user: SignedInUser, id: number): Promise<void> {
  if (id === user.id) throw new DomainError("account.yourself");
  const row = await getVisibleUser(readOnly(caller.db), user, id);
  if (row.active) throw new DomainError("account.active");
  if (!mayDo("erase", user, row)) throw new DomainError("access.forbidden");
}

type EraseContext = Readonly<{ ledger: Ledger; now: () => string }>;

/** Whom, and what becomes of store credit that is left: without a decision, erasing waits for it. */
type Erasure = Readonly<{ userId: number; credit: CreditDecision | undefined }>;

/**
 * Forgets a person for good: a member leaves the network by an event, store credit is paid out or given up by one, and
 * every table that may forget does (docs/reliability.md, R77). What the ledger says of the number stays, and so do all sums.
 *
 * @throws DomainError account.unknown, account.erased, what `eraseAccount` waits for, wallet.wrong-amounts where the
 * credit is another than the one that was decided about
 */
export async function erasePerson(
  { ledger, now }: EraseContext,
  command: Command,
  { userId, credit }: Erasure,
  sideWrites: (tx: Tx) => Promise<void>,
): Promise<Erased> {
  const nothing: Erased = { addresses: 0, sessions: 0, orders: 0 };
  let erased = nothing;
  await ledger.execute(command, async (streams) => ({
    events: [
      ...(await leavingTheNetwork(streams, userId)),
      ...(credit ? await closingCredit(streams, userId, credit) : []),
    ],
    answer: { id: userId },
    sideWrites: async (tx) => {
      erased = await eraseAccount(tx, userId, now());
      await sideWrites(tx);
    },
  }));
  return erased;
}

/** None for whoever is no member, or left already. */
export async function leavingTheNetwork(
  streams: StreamReader,
  userId: number,
): Promise<NetworkDecision[]> {
  const network = await loadNetwork(streams);
  const isMember = network.state.members.get(userId)?.active === true;
  return isMember ? changesOf(network, [{ type: "DeactivateMember", userId }]) : [];
}

async function closingCredit(
  streams: StreamReader,
  userId: number,
  credit: CreditDecision,
): Promise<DecidedEvent[]> {
  const streamId = walletStream(userId);
  const wallet = await streams.load(streamId, walletDecider, walletEvents);
  return wallet
    .decide({ type: "CloseCredit", userId, credit })
    .map((event) => ({ streamId, event }));
}

type Erased = Readonly<{ addresses: number; sessions: number; orders: number }>;

/**
 * Takes a person out of the tables that may forget: the ledger never knew more than an id. The row of the account
 * stays, so that the ids in orders and commission go on meaning somebody, but nobody in particular.
 *
 * @param isAgain somebody whom a backup brought back: what is due to them by its ledger keeps nobody readable
 * @throws DomainError account.unknown, account.erased; account.open-payout, account.money-due, account.credit-due or
 * account.orders-due while something is due
 */
export async function eraseAccount(
  tx: Tx,
  userId: number,
  now: string,
  { isAgain = false }: Readonly<{ isAgain?: boolean }> = {},
): Promise<Erased> {
  const account = await tx
    .selectFrom("account")
    .select(["id", "email", "created_at as createdAt"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new DomainError("account.unknown");
  if (account.email === erasedEmail(userId)) throw new DomainError("account.erased");
  if (!isAgain) await requireNothingDue(tx, userId, now);

  await emptyAccount(tx, userId, now);
  const orders = await eraseOrders(tx, userId, account.email);
  const addresses = await tx
    .deleteFrom("address")
    .where((row) =>
      row.or([
        row("owner_id", "=", userId),
        row("guest_id", "=", anyUuid(orders.guests)),
        // Ordered before there was an account, which is known by the address alone.
        row.and([
          row("owner_id", "is", null),
          row(sql`lower(recipient_email)`, "=", account.email),
        ]),
      ]),
    )
    .executeTakeFirst();
  const sessions = await tx.deleteFrom("session").where("user_id", "=", userId).executeTakeFirst();
  await tx.deleteFrom("bank_detail").where("user_id", "=", userId).execute();
  await eraseWords(tx, userId, account.email);
  await clearTriesOf(tx, account.email);
  await tx
    .insertInto("erased_person")
    .values({ digest: digestOfAccount(account), erased_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return {
    addresses: Number(addresses.numDeletedRows),
    sessions: Number(sessions.numDeletedRows),
    orders: orders.ids.length,
  };
}

/** What is left of the row says that there was somebody. */
async function emptyAccount(tx: Tx, userId: number, now: string): Promise<void> {
  await tx
    .updateTable("account")
    .set({
      email: erasedEmail(userId),
      pending_email: null,
      first_name: "Erased",
      last_name: "account",
      cell: null,
      former_cell: null,
      cell_changed_at: null,
      alt_number: null,
      area: null,
      company: null,
      company_address: null,
      vat_no: null,
      referred_by: null,
      password_hash: null,
      active: false,
      verified: false,
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
}

/** Without bank details and an address nobody could be paid or sent anything any more, so that comes first. */
async function requireNothingDue(tx: Tx, userId: number, now: string): Promise<void> {
  const due = await findMoneyDue(readOnly(tx), userId, now);
  if (due.openPayout !== null) throw new DomainError("account.open-payout");
  if (due.commission > 0) throw new DomainError("account.money-due");
  if (due.storeCredit > 0) throw new DomainError("account.credit-due");
  if (due.orders.length > 0) throw new DomainError("account.orders-due");
}
