import type { CreditDecision, EraseUser } from "@portal/shared/people/users/erase-user.ts";
import { waits } from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { requirePayoutsGoOn } from "../../money/payouts/payout-checks.queries.ts";
import { creditPayoutOf, keepPaidAccount } from "../../money/payouts/payout-account.store.ts";
import { requireNoHold } from "../../money/payouts/payout-hold.queries.ts";
import { getPayoutFacts } from "../../money/wallets/wallet-facts.queries.ts";
import {
  findKeptThrough,
  keepTaxIdentity,
} from "../../money/statements/kept-tax-identity.store.ts";
import { walletDecider } from "../../money/wallets/wallet.decider.ts";
import { requireMayLeave } from "../../money/wallets/wallet-hold.queries.ts";
import { withheldOfCredit } from "../../money/wallets/wallet.rules.ts";
import { type WalletEvent, walletEvents, walletStream } from "../../money/wallets/wallet.events.ts";
import {
  changesOf,
  loadNetwork,
  type NetworkDecision,
} from "../../network/enrolment/enrol-member.actions.ts";
import { erasedEmail, mayDo } from "../../people/users/user.rules.ts";
import { getVisibleUser } from "../../people/users/user.queries.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import { type Database, readOnly, type ReadDatabase, type Tx } from "../../platform/db/database.ts";
import { inStream } from "../../platform/free-text/free-text.rules.ts";
import type { Command, Ledger } from "../../platform/ledger/ledger.ts";
import type { StreamReader } from "../../platform/ledger/read-events.ts";
import { digestOfAccount, insertErased } from "./erased-list.ts";
import { nameOrdersOfOldLines } from "../../sales/bank-lines/bank-line.actions.ts";
import { isMoneyOutAboveLimit } from "../../platform/proposals/money-out.queries.ts";
import { findCreditDay, findMoneyDue } from "./money-due.queries.ts";
import { findPerson } from "./person.queries.ts";
import { erasePersonalData } from "./personal-data.store.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/**
 * Erases a deleted user. A job adds them to the list of erased people, so that restoring an older backup erases them again.
 *
 * @throws DomainError account.yourself, account.unknown, account.active, access.forbidden, account.credit-above-limit,
 * payout.stopped, wallet.on-hold, payout.on-hold, and those of `erasePerson`
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
  const db = readOnly(caller.db);
  const { timeZone } = await loadRegion(db, caller.shop.region);
  const context = { ledger: caller.ledger, now: caller.now, db, timeZone };
  await erasePerson(context, command, { userId: id, credit }, async (tx, closed) => {
    if (credit?.decision === "paid-out") await payOut(tx, caller, user.id, id);
    const setOffAmount = amountOf(closed, "CreditSetOff");
    const writtenOffAmount = amountOf(closed, "CommissionWrittenOff");
    const details = {
      ...(credit && { credit }),
      ...(setOffAmount > 0 && { setOffAmount }),
      ...(writtenOffAmount > 0 && { writtenOffAmount }),
    };
    await insertAudit(tx, caller, {
      action: "account.erased",
      subjectId: id,
      ...(Object.keys(details).length > 0 && { details }),
    });
    await caller.jobs.enqueue(tx, "housekeeping", {});
  });
  return { id };
}

function amountOf(closed: readonly WalletEvent[], of: "CreditSetOff" | "CommissionWrittenOff") {
  return closed.reduce((sum, { type, data }) => (type === of ? sum + data.amount : sum), 0);
}

/**
 * Credit that is paid out leaves the shop as a payout does: within the limit of one admin, not while payouts are stopped, and
 * not within the hold of other bank details or contacts. The payment is in the sums already, and the account counts too.
 *
 * @throws DomainError account.credit-above-limit, payout.stopped, wallet.on-hold, payout.on-hold
 */
async function payOut(tx: Tx, caller: Caller, adminId: number, userId: number): Promise<void> {
  const own = { ...caller, db: tx };
  await requirePayoutsGoOn(readOnly(tx));
  await requireMayLeave(tx, { userId, now: caller.now(), events: [] });
  await requireNoHold(own, userId, { isConfirmed: false });
  if (await isMoneyOutAboveLimit(own, adminId, [{ to: { userId }, amount: 0 }]))
    throw new DomainError("account.credit-above-limit");
  await keepPaidAccount(tx, caller, { payoutId: creditPayoutOf(userId), userId });
}

/**
 * What must be settled before a user can be erased, read from the primary.
 *
 * @throws DomainError as `eraseUser` does before it looks at money
 */
export async function getMoneyDue(caller: Caller, user: SignedInUser, id: number) {
  await requireErasable(caller, user, id);
  const db = readOnly(caller.db);
  const due = await findMoneyDue(db, id, caller.now());
  const { currency, timeZone } = await loadRegion(db, caller.shop.region);
  const { credit, withholdingBps } = await getPayoutFacts(db, id, caller.now());
  const unsettled = credit - due.setOff;
  return {
    ...due,
    currency,
    creditedOn: await findCreditDay(db, id, timeZone),
    /** Until when name and tax numbers are kept for certificates; null: they are not. */
    taxIdentityThrough: await findKeptThrough(db, id, dayOf(caller.now(), timeZone)),
    /** The tax withheld of the credit if it is paid out. */
    creditTax: withheldOfCredit({ amount: due.storeCredit, credit: unsettled }, withholdingBps),
  };
}

async function requireErasable(caller: Caller, user: SignedInUser, id: number): Promise<void> {
  if (id === user.id) throw new DomainError("account.yourself");
  const row = await getVisibleUser(readOnly(caller.db), user, id);
  if (row.active) throw new DomainError("account.active");
  if (!mayDo("erase", user, row)) throw new DomainError("access.forbidden");
  if (await leftOfficeLately(caller.db, id)) throw new DomainError("account.left-lately");
}

/** Somebody who left as an admin still hears of decisions and may decline them; erasing would end that. */
async function leftOfficeLately(db: Database, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("account")
    .select("id")
    .where("id", "=", id)
    .where(sql<boolean>`left_office_at > now() - make_interval(secs => ${waits.LOOKBACK})`)
    .executeTakeFirst();
  return row !== undefined;
}

type EraseContext = Readonly<{
  ledger: Ledger;
  now: () => string;
  db: ReadDatabase;
  /** Of the shop. */
  timeZone: string;
}>;

/** @property credit what happens to store credit that is left after what they owe; without a decision, it blocks erasing */
type Erasure = Readonly<{ userId: number; credit: CreditDecision | undefined }>;

/**
 * Erases a person: a member leaves the network by an event, store credit pays back commission that they owe by one, what is left
 * of it is paid out or given up by one, what they still owe is written off by one, and personal data is deleted from every table (docs/reliability.md, R77). The ledger, which has only the user id, and all sums stay.
 *
 * @throws DomainError those of `eraseAccount`, and wallet.wrong-amounts when the credit is not the amount of the decision
 */
export async function erasePerson(
  { ledger, now, db, timeZone }: EraseContext,
  command: Command,
  { userId, credit }: Erasure,
  sideWrites: (tx: Tx, closed: readonly WalletEvent[]) => Promise<void>,
): Promise<Erased> {
  let erased: Erased = { addresses: 0, sessions: 0, orders: 0 };
  const today = dayOf(now(), timeZone);
  const { withholdingBps } = await getPayoutFacts(db, userId, now());
  const terms = {
    creditedOn: (await findCreditDay(db, userId, timeZone)) ?? today,
    today,
    withholdingBps,
  };
  await ledger.execute(command, async (streams) => {
    const wallet = await streams.load(walletStream(userId), walletDecider, walletEvents);
    const { earned: accrued } = await getPayoutFacts(db, userId, now());
    const close = {
      type: "CloseWallet",
      userId,
      accrued,
      credit: credit ?? null,
      ...terms,
    } as const;
    const closed = wallet.decide(close);
    return {
      events: [
        ...(await leavingTheNetwork(streams, userId)),
        ...inStream(walletStream(userId), closed),
      ],
      answer: { id: userId },
      sideWrites: async (tx) => {
        // First, while it is still known who has the same bank account.
        await sideWrites(tx, closed);
        erased = await eraseAccount(tx, userId, now());
      },
    };
  });
  return erased;
}

/** The events by which a user leaves the network; none for one who is no active member. */
export async function leavingTheNetwork(
  streams: StreamReader,
  userId: number,
): Promise<NetworkDecision[]> {
  const network = await loadNetwork(streams);
  const isMember = network.state.members.get(userId)?.active === true;
  return isMember ? changesOf(network, [{ type: "DeactivateMember", userId }]) : [];
}

type Erased = Readonly<{ addresses: number; sessions: number; orders: number }>;

/**
 * Deletes a person's data from all tables. The row of the account stays, anonymised, because orders and commission refer to
 * its id. Who a paid member was to the tax authority is kept apart for the certificates (`keepTaxIdentity`).
 *
 * @param isAgain in a restored backup, where amounts due by its ledger do not block erasing
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

  const person = await findPerson(readOnly(tx), account);
  await keepTaxIdentity(tx, userId, now.slice(0, 10));
  const rows = await erasePersonalData(tx, person);
  await tx
    .updateTable("account")
    .set({ active: false, verified: false, updated_at: now })
    .where("id", "=", userId)
    .execute();
  await insertErased(tx, [digestOfAccount(account)], now);
  return {
    addresses: rows.get("address") ?? 0,
    sessions: rows.get("session") ?? 0,
    orders: person.orderIds.length,
  };
}

/** After erasing, there are neither bank details nor addresses to settle anything with. */
async function requireNothingDue(tx: Tx, userId: number, now: string): Promise<void> {
  await nameOrdersOfOldLines(tx);
  const due = await findMoneyDue(readOnly(tx), userId, now);
  if (due.openPayout !== null) throw new DomainError("account.open-payout");
  if (due.commission > 0) throw new DomainError("account.money-due");
  if (due.storeCredit > 0) throw new DomainError("account.credit-due");
  if (due.orders.length > 0) throw new DomainError("account.orders-due");
}
