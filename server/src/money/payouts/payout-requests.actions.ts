import {
  type EditedRequest,
  type PayoutDocument,
  payoutDocumentText,
  readPayoutDocument,
  type SaveRequests,
} from "@portal/shared/money/payouts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type ReadDatabase, readOnly, type Tx } from "../../platform/db/database.ts";
import { type FreeText, inStream, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import { createStreamReader } from "../../platform/ledger/read-events.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import {
  isMoneyOutAboveLimit,
  requireMoneyOutWithinLimit,
} from "../../platform/proposals/money-out.queries.ts";
import { proposeIn } from "../../platform/proposals/propose.actions.ts";
import { getPayoutFacts } from "../wallets/wallet-facts.queries.ts";
import { type WalletCommand, walletDecider, type WalletState } from "../wallets/wallet.decider.ts";
import { type WalletEvent, walletEvents, walletStream } from "../wallets/wallet.events.ts";
import { requireNotLetOut } from "./payout-batch.store.ts";
import { requirePayoutsGoOn } from "./payout-checks.queries.ts";
import { payoutRejected, payoutRequested } from "./payout.messages.ts";

/** What saving writes. */
type Correction =
  | Readonly<{ what: "reject"; payoutId: string; reason: string | null }>
  | Readonly<{
      what: "request";
      commission: number;
      credit: number;
      requested: number;
      withheld: number;
      through: number;
    }>
  | Readonly<{ what: "grant-credit"; amount: number; reason: string }>;
type Decided = Readonly<{
  events: WalletEvent[];
  /** The free texts of the events, under the ids in them. */
  texts: readonly FreeText[];
  /** The request that is rejected, for good or to be replaced. */
  rejected: string | null;
}>;
type Edit = Omit<SaveRequests, "commandId">;

/**
 * The corrections that saving an edited document would write.
 *
 * @throws DomainError payout.wrong-requests, payout.changed-meanwhile, and those of the decider
 */
export async function planPayoutRequests(caller: Caller, edit: Edit) {
  const streams = createStreamReader(caller.db);
  const { state } = await streams.load(walletStream(edit.userId), walletDecider, walletEvents);
  const decided = await decideEdit(caller, edit, state, { isGranting: true });
  return { corrections: correctionsOf(decided) };
}

/**
 * Applies an edited document as events of the wallet: a request is rejected, or rejected and replaced, and credit is
 * granted. Paid requests cannot be edited (docs/decisions.md, 28).
 *
 * @throws DomainError account.yourself, decision.needed, and those of planPayoutRequests
 */
export async function savePayoutRequests(
  caller: Caller,
  user: SignedInUser,
  { commandId, ...edit }: SaveRequests,
) {
  const { userId } = edit;
  if (userId === user.id) throw new DomainError("account.yourself");
  const command = commandFrom(caller, commandId, { action: "payouts.saveRequests", ...edit });
  const waiting = await grantsToPropose(caller, user, edit);
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const streamId = walletStream(userId);
    const { state } = await streams.load(streamId, walletDecider, walletEvents);
    const decided = await decideEdit(caller, edit, state, { isGranting: waiting.length === 0 });
    const { events, texts, rejected } = decided;
    // The answer is stored for ever, so it has no free text.
    const saved = { corrections: correctionsOf(decided).map(({ what }) => what) };
    const proposals = waiting.map((grant) => ({
      id: caller.newId(),
      change: asProposal(userId, grant),
    }));
    return {
      events: inStream(streamId, events),
      answer: { ...saved, proposalIds: proposals.map(({ id }) => id) },
      sideWrites: async (tx) => {
        for (const text of texts) await insertFreeText(tx, text, { userId }, caller.now());
        if (rejected !== null) await requireNotLetOut(tx, rejected, user.id);
        await insertAudit(tx, caller, {
          action: "payout.requests-saved",
          subjectId: userId,
          details: { ...saved, amount: grantedBy(events) },
        });
        await queuePayoutMessages(tx, caller, userId, events);
        if (events.some(({ type }) => type === "CreditGranted"))
          await requireMoneyOutWithinLimit(tx, caller, { userId });
        for (const proposal of proposals) await proposeIn(tx, caller, user, proposal);
      },
    };
  });
  return answer;
}

/** The store credit granted at once; null if none is. */
function grantedBy(events: readonly WalletEvent[]): number | null {
  const amounts = events.flatMap(({ type, data }) => (type === "CreditGranted" ? data.amount : []));
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount);
}

function asProposal(userId: number, { amount, reason }: PayoutDocument["creditGranted"][number]) {
  const data = { userId, amount, questionId: null };
  return { kind: "credit", data, words: { text: reason } } as const;
}

/** The grants of an edit where their sum is above the limit: they become proposals for a second admin. */
async function grantsToPropose(
  caller: Pick<Caller, "db" | "accountDigest">,
  user: SignedInUser,
  { userId, text }: Edit,
): Promise<PayoutDocument["creditGranted"]> {
  const { creditGranted } = documentIn(text);
  const out = creditGranted.map(({ amount }) => ({ to: { userId }, amount }));
  return (await isMoneyOutAboveLimit(caller, user.id, out)) ? creditGranted : [];
}

async function decideEdit(
  caller: Caller,
  { userId, before, text }: Edit,
  wallet: WalletState,
  { isGranting }: Readonly<{ isGranting: boolean }>,
): Promise<Decided> {
  const db = readOnly(caller.db);
  const current = await findDocument(db, userId);
  if (payoutDocumentText(current) !== before) throw new DomainError("payout.changed-meanwhile");
  const edited = documentIn(text);
  const decided: { state: WalletState; events: WalletEvent[] } = { state: wallet, events: [] };
  const texts: FreeText[] = [];
  const keep = (reason: string | null) => {
    const kept = typed(reason);
    if (kept) texts.push(kept);
    return kept?.id ?? null;
  };
  const decide = (command: WalletCommand) => {
    const events = walletDecider.decide(command, decided.state);
    decided.events.push(...events);
    decided.state = events.reduce(walletDecider.evolve, decided.state);
  };

  const rejected = await correctRequest(caller, { userId, current, edited, keep }, decide);
  for (const { amount, reason } of isGranting ? edited.creditGranted : [])
    decide({ type: "GrantCredit", userId, amount, reasonId: keep(reason) });
  return { events: decided.events, texts, rejected };
}

type RequestEdit = Readonly<{
  userId: number;
  current: PayoutDocument;
  edited: PayoutDocument;
  keep: (reason: string | null) => string | null;
}>;

/** @returns the request that is rejected, for good or to be replaced */
async function correctRequest(
  caller: Caller,
  { userId, current, edited: document, keep }: RequestEdit,
  decide: (command: WalletCommand) => void,
): Promise<string | null> {
  const [open] = current.requests;
  const [edited] = document.requests;
  if (edited && edited.id !== open?.id)
    throw wrong("requests[0].id: there is no open request with this id");
  if (!open) return null;
  const payoutId = open.id;
  if (!edited || edited.state === "rejected") {
    decide({ type: "RejectPayout", userId, payoutId, reasonId: keep(edited?.reason ?? null) });
    return payoutId;
  }
  requireSameAmounts(open, edited);
  if (edited.reason !== null)
    throw wrong("requests[0].reason: leave this empty unless you reject the request");
  if (edited.through === open.through) return null;
  const facts = await getPayoutFacts(readOnly(caller.db), userId, caller.now());
  const through = edited.through === "now" ? facts.throughPosition : edited.through;
  if (through > facts.throughPosition)
    throw wrong(`requests[0].through: ${facts.throughPosition} is the maximum`);
  const accrued = await accruedThrough(readOnly(caller.db), userId, through);
  await requirePayoutsGoOn(readOnly(caller.db));
  decide({ type: "RejectPayout", userId, payoutId, reasonId: null });
  decide({
    type: "RequestPayout",
    userId,
    payoutId: caller.newId(),
    ...facts,
    accrued,
    throughPosition: through,
  });
  return payoutId;
}

/** Amounts come from the ledger, so a changed one is a mistake. */
function requireSameAmounts(open: EditedRequest, edited: EditedRequest): void {
  for (const field of ["commission", "credit", "requested", "withheld"] as const)
    if (edited[field] !== open[field])
      throw wrong(
        `requests[0].${field}: this is ${open[field]}, from the ledger. Change "through" or add store credit instead`,
      );
}

function documentIn(text: string): PayoutDocument {
  const { document, problems } = readPayoutDocument(text);
  if (document) return document;
  throw wrong(problems.map(({ path, message }) => `${path}: ${message}`).join("; "));
}

function wrong(what: string): DomainError {
  return new DomainError("payout.wrong-requests", what);
}

function correctionsOf({ events, texts }: Decided): Correction[] {
  const reasonIn = (id: string | null) => texts.find((text) => text.id === id)?.text ?? null;
  return events.flatMap(({ type, data }): Correction[] => {
    switch (type) {
      case "PayoutRejected":
        return [{ what: "reject", payoutId: data.payoutId, reason: reasonIn(data.reasonId) }];
      case "PayoutRequested": {
        const { commission, credit, requested, withheld, throughPosition: through = 0 } = data;
        return [{ what: "request", commission, credit, requested, withheld, through }];
      }
      case "CreditGranted": {
        const reason = reasonIn(data.reasonId) ?? "";
        return [{ what: "grant-credit", amount: data.amount, reason }];
      }
      default:
        return [];
    }
  });
}

async function queuePayoutMessages(
  tx: Tx,
  caller: Caller,
  userId: number,
  events: readonly WalletEvent[],
): Promise<void> {
  const isReplaced = events.some(({ type }) => type === "PayoutRequested");
  for (const { type, data } of events) {
    if (type !== "PayoutRejected" && type !== "PayoutRequested") continue;
    // Of a replaced request only the new one is announced.
    if (type === "PayoutRejected" && isReplaced) continue;
    const { payoutId } = data;
    const message = type === "PayoutRejected" ? payoutRejected : payoutRequested;
    await queueMessage(tx, caller, `${message.kind}:${payoutId}`, message, { userId, payoutId });
  }
}

/** All members who ever requested a payout, those with an open request first. */
export async function listPayoutRequesters(db: ReadDatabase) {
  return db
    .selectFrom("projection.payout_request as payout")
    .innerJoin("account", "account.id", "payout.user_id")
    .select([
      "account.id as userId",
      sql<string>`account.first_name || ' ' || account.last_name`.as("fullName"),
      "account.email",
    ])
    .groupBy(["account.id", "account.first_name", "account.last_name", "account.email"])
    .orderBy(sql`bool_or(payout.state = 'requested')`, "desc")
    .orderBy("account.first_name")
    .orderBy("account.id")
    .limit(1000)
    .execute();
}

/** The editor's document of one member. Saving compares `before` with its text. */
export async function getPayoutRequests(db: ReadDatabase, userId: number) {
  return { userId, text: payoutDocumentText(await findDocument(db, userId)) };
}

async function findDocument(db: ReadDatabase, userId: number): Promise<PayoutDocument> {
  const rows = await db
    .selectFrom("projection.payout_request")
    .select(["payout_id as id", "cutoff_position as through"])
    .select(["commission", "credit", "requested", "withheld"])
    .where("user_id", "=", userId)
    .where("state", "=", "requested")
    .execute();
  const requests = rows.map(({ id, through, ...amounts }) => ({
    id,
    state: "requested" as const,
    reason: null,
    through,
    ...amounts,
  }));
  return { requests, creditGranted: [] };
}

/** Σ of the user's entries up to a position, the `accrued` of a request with that cut-off. */
async function accruedThrough(db: ReadDatabase, userId: number, position: number): Promise<number> {
  const { accrued } = await db
    .selectFrom("projection.commission_entry")
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as("accrued"))
    .where("beneficiary_id", "=", userId)
    .where("position", "<=", position)
    .executeTakeFirstOrThrow();
  return accrued;
}
