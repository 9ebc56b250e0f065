import { toBank } from "@portal/shared/money/payout-terms.ts";
import {
  layoutsOf,
  type MakePayoutBatch,
  type PayoutLayout,
  type PayPayoutBatch,
} from "@portal/shared/money/payouts.ts";
import { dayOf, weekdayOf } from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import {
  DomainError,
  type DomainErrorCode,
  domainErrors,
} from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import { bankFileName, bankFiles, canWriteAmount, hashTotal } from "./bank-file.rules.ts";
import {
  listPaymentFacts,
  type PaymentFacts,
  requirePayoutsGoOn,
} from "./payout-checks.queries.ts";
import {
  type BatchItem,
  closeIfDone,
  countMadeBefore,
  findBatch,
  findInOpenBatch,
  insertBatch,
  insertBatchItems,
  listBatchItems,
  lockPayouts,
  noteFailure,
  settleItem,
} from "./payout-batch.store.ts";
import {
  type BatchPermission,
  endBatchDecisions,
  forgetAccounts,
  isBatchAboveLimit,
  noteFile,
  proposeBatch,
  requireBatchPermission,
  spendBatchPermission,
} from "./batch-decision.actions.ts";
import { endPayoutApprovals } from "../../platform/proposals/propose.actions.ts";
import { payOne } from "./pay-payout.actions.ts";
import { holdAfter } from "./payout-hold.queries.ts";
import { findPermissions } from "./payout.queries.ts";
import { bareAccount, branchCodeOf, canBeAccount } from "./account-number.rules.ts";
import type { BankPayment, Payer } from "./bank-order.ts";

/**
 * The file for the bank, the same for each download. It uses the current bank details, and is rejected where they changed
 * since the batch was made. The audit records that each account in it was viewed.
 *
 * @throws DomainError batch.details-changed, batch.settled, payout.stopped, decision.needed, payout.second-person
 */
export async function writePayoutBatchFile(caller: Caller, user: SignedInUser, batchId: number) {
  await requirePayoutsGoOn(readOnly(caller.db));
  const batch = await findBatch(caller.db, batchId);
  const permission = await requireBatchPermission(caller, user, batchId);
  const items = await listBatchItems(caller.db, batchId);
  const facts = await listPaymentFacts(
    readOnly(caller.db),
    items.map(({ payoutId }) => payoutId),
  );
  const { region } = caller.shop;
  const payments = items.map((item) => {
    const payout = facts.find(({ id }) => id === item.payoutId);
    const isSame = payout?.account?.updatedAt === item.bankDetailsAt;
    const payment = payout && isSame ? paymentTo(payout, region, item.reference) : null;
    if (!payment) throw new DomainError("batch.details-changed");
    return payment;
  });
  const own = {
    account: batch.ownAccount,
    branchCode: batch.ownBranchCode,
    name: batch.ownName,
    bank: batch.ownBank,
    id: batch.ownId,
    batchId,
  };
  const { timeZone } = await loadRegion(readOnly(caller.db), region);
  const madeOn = dayOf(batch.madeAt, timeZone);
  const { layout, payOn } = batch;
  const madeBefore = await countMadeBefore(caller.db, { batchId, layout, madeOn, timeZone });
  const order = { own, payOn, madeOn, madeBefore, payments };
  if (hashTotal(batch.layout, order) !== batch.hashTotal)
    throw new DomainError("batch.details-changed");
  const target = nameOf(batchId);
  const accounts = facts.map(({ id, account }) => {
    return { payoutId: id, number: account?.accountNumber ?? "" };
  });
  await caller.db.transaction().execute(async (tx) => {
    await noteFile(tx, caller, user, { batchId, permission, accounts });
    await insertAudit(tx, caller, { action: "payout-batch.downloaded", target });
    for (const { userId } of items)
      await insertAudit(tx, caller, { action: "bank-details.viewed", subjectId: userId, target });
  });
  return {
    name: bankFileName(batch.layout, batchId),
    text: bankFiles[batch.layout].write(order),
  };
}

/**
 * Marks every open payout of a batch as paid, each in its own stream and transaction. One that is rejected stays open in
 * the batch and is in `failed`; the others are paid. A retry pays none of them twice.
 *
 * @throws DomainError batch.settled, payout.stopped, decision.needed, batch.details-changed
 */
export async function payPayoutBatch(
  caller: Caller,
  user: SignedInUser,
  { batchId, paidOn }: PayPayoutBatch,
) {
  const batch = await findBatch(caller.db, batchId);
  if (batch.state !== "open") throw new DomainError("batch.settled");
  await requirePayoutsGoOn(readOnly(caller.db));
  const open = (await listBatchItems(caller.db, batchId)).filter(({ state }) => state === "open");
  const permission = await requireBatchPermission(caller, user, batchId);
  const failed: { payoutId: string; reason: DomainErrorCode; words: string }[] = [];
  for (const item of open) {
    const reason = await payItem(caller, user, { batchId, paidOn, item, permission });
    if (reason === null) continue;
    failed.push({ payoutId: item.payoutId, reason, words: domainErrors[reason].message });
  }
  return { paid: open.length - failed.length, failed };
}

type ItemPayment = Readonly<{
  batchId: number;
  paidOn: string;
  item: BatchItem;
  permission: BatchPermission | null;
}>;

async function payItem(
  caller: Caller,
  user: SignedInUser,
  { batchId, paidOn, item, permission }: ItemPayment,
): Promise<DomainErrorCode | null> {
  const { payoutId, reference } = item;
  const isDecided = permission?.payoutIds.has(payoutId) === true;
  const payer = isDecided ? { ...caller, decision: permission } : caller;
  try {
    await payOne(payer, caller.newId(), {
      id: payoutId,
      paidOn,
      reference,
      confirmHold: false,
      sideWrites: async (tx) => {
        await spendBatchPermission(tx, permission, payoutId);
        await settleItem(tx, batchId, payoutId, "paid");
        const isClosed = await closeIfDone(tx, batchId, { userId: user.id, at: caller.now() });
        if (isClosed) await forgetAccounts(tx, batchId);
      },
    });
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await noteFailure(caller.db, batchId, payoutId, domainErrors[error.code].message);
    return error.code;
  }
}

/**
 * Releases the items that are still open; paid ones stay paid. Where the file has left, their approvals end with it: else one
 * approval would let the same payout out in file after file.
 */
export async function cancelPayoutBatch(
  caller: Caller,
  user: SignedInUser,
  batchId: number,
): Promise<{ batchId: number }> {
  await caller.db.transaction().execute(async (tx) => {
    await lockPayouts(tx);
    const batch = await findBatch(tx, batchId);
    if (batch.state !== "open") throw new DomainError("batch.settled");
    const items = await listBatchItems(tx, batchId);
    const open = items.filter(({ state }) => state === "open");
    for (const { payoutId } of open) {
      await settleItem(tx, batchId, payoutId, "released");
      if (batch.fileAt !== null)
        await endPayoutApprovals(tx, caller, { payoutId, reason: "payout.file-cancelled" });
    }
    await closeIfDone(tx, batchId, { userId: user.id, at: caller.now() });
    await endBatchDecisions(tx, caller, batchId);
    await insertAudit(tx, caller, {
      action: "payout-batch.cancelled",
      target: nameOf(batchId),
      details: {
        released: open.length,
        amount: open.reduce((sum, { amount }) => sum + amount, 0),
        fileLeft: batch.fileAt !== null,
      },
    });
  });
  return { batchId };
}

function nameOf(batchId: number): string {
  return `payment batch ${batchId}`;
}

/**
 * Makes a batch of those payouts that can be paid; `left` are the others, with the errors that paying them would meet.
 * The lock stops all payments meanwhile, so that no payout gets into two open batches, or into one while it is paid. A
 * batch above the limit is proposed to another admin at once.
 *
 * @throws DomainError batch.nothing-to-pay, batch.no-own-account, batch.no-originator, batch.other-region,
 * batch.no-bank-day, batch.too-many-files, payout.stopped
 */
export async function makePayoutBatch(
  caller: Caller,
  user: SignedInUser,
  { ids, layout, payOn }: MakePayoutBatch,
) {
  const { region } = caller.shop;
  if (!layoutsOf[region].includes(layout)) throw new DomainError("batch.other-region");
  const file = bankFiles[layout];
  if (file.onWorkingDays && [0, 6].includes(weekdayOf(payOn)))
    throw new DomainError("batch.no-bank-day", { field: "payOn" });
  return caller.db.transaction().execute(async (tx) => {
    await lockPayouts(tx);
    await requirePayoutsGoOn(readOnly(tx));
    const own = await findPayer(tx);
    if (!file.canBePayer(own)) throw new DomainError("batch.no-originator");
    const payouts = await listPaymentFacts(readOnly(tx), [...new Set(ids)]);
    const reasons = await refusalsOf(tx, caller, { actorId: user.id, payouts, layout });
    const fit = payouts.flatMap((payout) => {
      const payment = reasons.has(payout.id) ? null : paymentTo(payout, region, "");
      return payment ? [{ payout, payment }] : [];
    });
    if (fit.length === 0) {
      const [reason] = reasons.values();
      throw new DomainError(ids.length === 1 && reason ? reason : "batch.nothing-to-pay");
    }

    const total = fit.reduce((sum, { payment }) => sum + payment.amount, 0);
    const payments = fit.map(({ payment }) => payment);
    const batchId = await insertBatch(tx, {
      layout,
      total,
      pay_on: payOn,
      own_account: own.account,
      own_branch_code: own.branchCode,
      own_name: own.name,
      own_bank: own.bank,
      own_id: own.id,
      item_count: fit.length,
      made_at: caller.now(),
      made_by: user.id,
      hash_total: hashTotal(layout, { own, payments }),
    });
    await requireFileId(tx, { batchId, layout, madeAt: caller.now(), region });
    await insertBatchItems(
      tx,
      batchId,
      fit.map(({ payout }) => ({
        payout_id: payout.id,
        user_id: payout.userId,
        amount: toBank(payout),
        withheld: payout.withheld,
        bank_details_at: payout.account?.updatedAt ?? "",
      })),
    );
    await insertAudit(tx, caller, {
      action: "payout-batch.made",
      target: nameOf(batchId),
      details: { items: fit.length, total, layout },
    });
    const needsDecision = await isBatchAboveLimit({ ...caller, db: tx }, user, batchId);
    if (needsDecision) await proposeBatch(tx, caller, user, batchId);
    const left = payouts.flatMap(({ id, fullName }) => {
      const reason = reasons.get(id);
      return reason ? [{ id, fullName, reason, words: domainErrors[reason].message }] : [];
    });
    return { batchId, itemCount: fit.length, total, left, needsDecision };
  });
}

type MadeBatch = Readonly<{
  batchId: number;
  layout: PayoutLayout;
  madeAt: string;
  region: Region;
}>;

/** @throws DomainError batch.too-many-files where the file could not be told apart from another one of the day */
async function requireFileId(
  tx: Tx,
  { batchId, layout, madeAt, region }: MadeBatch,
): Promise<void> {
  const { filesOfDayMax } = bankFiles[layout];
  if (filesOfDayMax === Infinity) return;
  const { timeZone } = await loadRegion(readOnly(tx), region);
  const madeOn = dayOf(madeAt, timeZone);
  if ((await countMadeBefore(tx, { batchId, layout, madeOn, timeZone })) >= filesOfDayMax)
    throw new DomainError("batch.too-many-files");
}

/** The payment of a bank file; null where `refusalOf` reports missing data. */
function paymentTo(
  { account, amount, withheld }: Pick<PaymentFacts, "account" | "amount" | "withheld">,
  region: Region,
  reference: string,
): BankPayment | null {
  const branchCode = account && branchCodeOf(account, region);
  if (!account || !branchCode) return null;
  return {
    name: account.accountName,
    account: bareAccount(account.accountNumber),
    branchCode,
    accountType: account.type,
    amount: toBank({ amount, withheld }),
    reference,
  };
}

/** The number of the batch is not known yet. */
async function findPayer(tx: Tx): Promise<Payer> {
  const row = await tx
    .selectFrom("shop_setting")
    .select([
      "bank_account_number as account",
      "bank_branch_code as branchCode",
      "bank_account_name as accountName",
      "shop_name as shopName",
      "bank_name as bank",
      "payout_originator_id as id",
    ])
    .executeTakeFirstOrThrow();
  const account = row.account.replaceAll(/[\s-]/g, "");
  if (!/^\d{6,20}$/.test(account)) throw new DomainError("batch.no-own-account");
  const branchCode = row.branchCode.replaceAll(/\D/g, "");
  const { bank, id, accountName, shopName } = row;
  return { account, branchCode, name: accountName || shopName, bank, id, batchId: 0 };
}

type Asked = Readonly<{
  actorId: number;
  payouts: readonly PaymentFacts[];
  layout: PayoutLayout;
}>;

async function refusalsOf(
  tx: Tx,
  caller: Caller,
  { actorId, payouts, layout }: Asked,
): Promise<ReadonlyMap<string, DomainErrorCode>> {
  const ids = payouts.map(({ id }) => id);
  const inBatch = await findInOpenBatch(tx, ids);
  const limit = await findSecondPersonLimit(readOnly(tx));
  const approved = await findPermissions({ ...caller, db: tx }, ids, actorId);
  const isAllowed = ({ id, amount }: PaymentFacts) =>
    limit === null || amount <= limit || approved.has(id);
  const reasons = new Map<string, DomainErrorCode>();
  for (const payout of payouts) {
    const reason = inBatch.has(payout.id)
      ? "payout.in-batch"
      : refusalOf(payout, { layout, region: caller.shop.region, now: caller.now() });
    if (reason) reasons.set(payout.id, reason);
    else if (!isAllowed(payout)) reasons.set(payout.id, "payout.second-person");
  }
  return reasons;
}

function refusalOf(
  { state, account, amount, withheld, heldFrom }: PaymentFacts,
  { layout, region, now }: Readonly<{ layout: PayoutLayout; region: Region; now: string }>,
): DomainErrorCode | null {
  if (state === "paid") return "payout.already-paid";
  if (state === "rejected") return "payout.already-rejected";
  if (state === "returned") return "payout.returned";
  if (!account) return "payout.no-bank-details";
  if (!canBeAccount(account, region)) return "payout.wrong-account";
  if (amount === withheld) return "payout.nothing-to-transfer";
  if (!canWriteAmount(layout, toBank({ amount, withheld }))) return "payout.too-large-for-file";
  if (branchCodeOf(account, region) === null) return "payout.no-branch-code";
  if (!bankFiles[layout].canWriteName(account.accountName)) return "payout.unwritable-name";
  return holdAfter(heldFrom, now) === null ? null : "payout.on-hold";
}
