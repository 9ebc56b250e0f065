import { addDays, type Day, daysBetween, firstDayOf } from "@portal/shared/platform/calendar.ts";
import {
  type CardProvider,
  cardProviderNames,
  isDispute,
} from "@portal/shared/sales/card-match.ts";
import {
  type AccountBalance,
  accountBalances,
  type KnownStatement,
} from "../../sales/bank-lines/statement-balance.rules.ts";
import {
  bankDaysMax,
  exceptionKey,
  matchCards,
  type MatchedPayment,
  type SettledLine,
} from "../../sales/card-settlements/card-match.rules.ts";
import {
  type BankEntry,
  type BankReconciliation,
  type BankTransaction,
  type LineState,
  netOf,
  paymentThing,
  reconcileBank,
} from "./bank-reconciliation.rules.ts";

/** What an event puts on the account of the card provider: what it holds. Minor units, negative for money that left it. */
export type CardEntry = BankEntry &
  Readonly<{
    /** Of a payment the provider's id, of a refund its own. */
    paymentId: string | null;
    /** What was paid or refunded, fee included. */
    gross: number;
    /** Booked from a transaction of the bank: a payout, a debit, or what came back of either. */
    isOfBank: boolean;
  }>;

export type ProvidersLine = SettledLine & Readonly<{ provider: CardProvider }>;

export type CardFacts = Readonly<{
  /** The stored settlements, each of the account of its provider. */
  statements: readonly KnownStatement[];
  /** Of all days, oldest first. */
  settlement: readonly ProvidersLine[];
  /** The exceptions that somebody ignored, by their keys. */
  ignored: ReadonlySet<string>;
  /** Of all days, in ledger order: which line is which entry does not depend on the day that is asked for. */
  entries: readonly CardEntry[];
}>;

/**
 * What moved at a provider in the days of a month, as its settlements say. Minor units, negative for money that left; always
 * `closing = opening + charges + refunds + disputes + fees + payouts + other + difference`.
 */
export type ProviderMovement = Readonly<{
  from: Day;
  opening: number;
  charges: number;
  refunds: number;
  disputes: number;
  fees: number;
  payouts: number;
  other: number;
  difference: number;
  closing: number;
}>;

export type ProviderBalance = Readonly<{
  /** Null for entries that name none, where the books have several. */
  provider: CardProvider | null;
  /** In the ledger. */
  books: number;
  /** Null where no settlement begins by the day. */
  stored: Readonly<
    Omit<AccountBalance, "account"> & {
      /** Of the month of the day, until the day. */
      month: ProviderMovement;
    }
  > | null;
}>;

/** The account of the card provider and the stored settlements at the end of a day, by the equation of the bank. */
export type CardReconciliation = BankReconciliation &
  Readonly<{ providers: readonly ProviderBalance[] }>;

/** All providers together, because the books have one account for them. */
export function reconcileCards(day: Day, facts: CardFacts): CardReconciliation {
  const { statements, settlement } = facts;
  const things = netOf(facts.entries);
  const { rows, proofs } = matchedEntries(settlement, things);
  const ofLine = new Set([...proofs.values(), ...things.flatMap(({ lineId }) => lineId ?? [])]);
  const ignored = new Set(
    rows.flatMap((row) =>
      row.settlement !== null && facts.ignored.has(exceptionKey(row)) ? row.settlement.lineId : [],
    ),
  );
  const stateOf = ({ id }: SettledLine): LineState =>
    ofLine.has(id) ? "booked" : ignored.has(id) ? "said" : "open";
  const lines = settlement.map((line) => transactionOf(line, stateOf(line)));
  const entries = facts.entries.filter((entry) => entry.day <= day);
  const found = reconcileBank(day, { ownAccount: "", statements, lines, entries, proofs });
  return { ...found, providers: providersOf(found, { facts, entries, proofs }) };
}

/** What the settlement calls it is its description. */
function transactionOf(line: ProvidersLine, state: LineState): BankTransaction {
  const { id, day, net: amount, type, provider, orderNumber } = line;
  return {
    id,
    day,
    amount,
    state,
    account: cardProviderNames[provider],
    description: type,
    namedOrders: orderNumber === null ? [] : [orderNumber],
    uses: [],
  };
}

/**
 * Which line each entry is, by the rules of the card reconciliation: payments and refunds as it pairs them, and what was
 * booked from the bank by its amount. Entries that were recorded from a line name it themselves.
 */
function matchedEntries(settlement: readonly SettledLine[], things: readonly CardEntry[]) {
  const payments = things.flatMap(
    ({ event, paymentId, orderId, orderNumber, gross, amount, day }) =>
      event !== "PaymentReceived" || paymentId === null || orderId === null
        ? []
        : [
            {
              orderId,
              orderNumber: orderNumber ?? 0,
              paymentId,
              amount: gross,
              fee: gross - amount,
              day,
            },
          ],
  );
  const refundThings = new Map<string, string>();
  const refunds = things.flatMap(
    ({ event, paymentId, orderId, orderNumber, gross, day, thing }) => {
      if (event !== "PaymentRefunded" || paymentId === null || orderId === null) return [];
      refundThings.set(`${orderId} ${paymentId}`, thing);
      return [
        { orderId, orderNumber: orderNumber ?? 0, refundId: paymentId, amount: 0 - gross, day },
      ];
    },
  );
  const { payments: rows } = matchCards({ ...noOtherPlaces, payments, refunds, settlement });
  function thingOf({ kind, orderId, paymentId, ledger }: MatchedPayment): string | null {
    if (ledger === null || orderId === null || paymentId === null) return null;
    return kind === "payment"
      ? paymentThing(orderId, paymentId)
      : (refundThings.get(`${orderId} ${paymentId}`) ?? null);
  }
  const proofs = new Map(
    matchFromBank(
      settlement,
      things.filter(({ isOfBank }) => isOfBank),
    ),
  );
  for (const row of rows) {
    const thing = thingOf(row);
    if (thing !== null && row.settlement !== null) proofs.set(thing, row.settlement.lineId);
  }
  return { rows, proofs };
}

/** Neither notifications nor the bank say which entry a line is. */
const noOtherPlaces = {
  notifications: new Map<string, "applied">(),
  notifiedSince: null,
  isSettledDay: () => true,
  deposits: [],
  bankKnownUntil: null,
} as const;

/**
 * Which line each entry of the bank is: a payout, or what nobody explained (a top-up, a payout that came back), of the same
 * amount and within the days that a payout takes; the nearest first, each once.
 *
 * @param entries negative for money that left the provider
 */
export function matchFromBank(
  settlement: readonly (Pick<SettledLine, "id" | "day" | "kind" | "gross"> &
    Readonly<{ explained: unknown }>)[],
  entries: readonly Readonly<{ thing: string; day: Day; amount: number }>[],
): ReadonlyMap<string, number> {
  // The bank shows the gross amount; the fee of a payout is taken from what the provider holds.
  const lines = Map.groupBy(
    settlement.filter(
      ({ kind, explained }) => kind === "payout" || (kind === "unknown" && explained === null),
    ),
    ({ gross }) => gross,
  );
  const pairs = entries.flatMap(({ thing, day, amount }) =>
    (lines.get(amount) ?? []).map(({ id, day: settledOn }) => ({
      thing,
      id,
      days: Math.abs(daysBetween(settledOn, day)),
    })),
  );
  const found = new Map<string, number>();
  const taken = new Set<number>();
  for (const { thing, id, days } of pairs.toSorted((one, other) => one.days - other.days)) {
    if (days > bankDaysMax || found.has(thing) || taken.has(id)) continue;
    found.set(thing, id);
    taken.add(id);
  }
  return found;
}

type ByProvider = Readonly<{
  facts: CardFacts;
  /** By the end of the day. */
  entries: readonly CardEntry[];
  proofs: ReadonlyMap<string, number>;
}>;

function providersOf(
  { day, accounts }: BankReconciliation,
  { facts, entries, proofs }: ByProvider,
): ProviderBalance[] {
  const { settlement, statements } = facts;
  const things = netOf(entries);
  const nameOf = providerNamer(settlement, { things: netOf(facts.entries), proofs });
  const books = Map.groupBy(things, nameOf);
  const stored = new Map(accounts.map((account) => [account.account, account]));
  const movements = settlement.map((line) => transactionOf(line, "open"));
  return ([...providersInOrder, null] as const).flatMap((provider): ProviderBalance[] => {
    const { account: _name, ...balance } =
      (provider !== null && stored.get(cardProviderNames[provider])) || noAccount;
    const own = books.get(provider) ?? [];
    if (balance.from === "" && own.length === 0) return [];
    const sum = own.reduce((total, { amount }) => total + amount, 0);
    if (provider === null || balance.from === "") return [{ provider, books: sum, stored: null }];
    const first = firstDayOf(day.slice(0, 7));
    const from = first > balance.from ? first : balance.from;
    const before = accountBalances(addDays(from, -1), { ownAccount: "", statements, movements });
    const opening =
      before.find(({ account }) => account === cardProviderNames[provider])?.closing ??
      balance.opening ??
      0;
    const inMonth = settlement.filter(
      (line) => line.provider === provider && from <= line.day && line.day <= day,
    );
    const month = movementOf(inMonth, { from, opening, closing: balance.closing });
    return [{ provider, books: sum, stored: { ...balance, month } }];
  });
}

const providersInOrder: readonly CardProvider[] = ["payfast", "stripe"];
const noAccount: AccountBalance = {
  account: null,
  from: "",
  to: "",
  opening: null,
  closing: 0,
  statedOn: null,
  difference: 0,
};

/** The provider that holds an entry's money: of its line, of its payment, of its order's payment, or the only one there is. */
function providerNamer(
  settlement: readonly ProvidersLine[],
  { things, proofs }: Readonly<{ things: readonly CardEntry[]; proofs: ByProvider["proofs"] }>,
): (entry: CardEntry) => CardProvider | null {
  const ofLine = new Map(settlement.map(({ id, provider }) => [id, provider]));
  const paid = things.filter(({ event }) => event === "PaymentReceived");
  const ofOrder = new Map(paid.map(({ orderId, paymentId }) => [orderId, ofPayment(paymentId)]));
  const all = new Set([...ofLine.values(), ...ofOrder.values()].filter((each) => each !== null));
  const [only = null] = all.size === 1 ? all : [];
  return ({ thing, lineId, event, paymentId, orderId }) =>
    ofLine.get(proofs.get(thing) ?? lineId ?? 0) ??
    (event === "PaymentReceived" ? ofPayment(paymentId) : null) ??
    (orderId === null ? null : ofOrder.get(orderId)) ??
    only;
}

/** Stripe's payment intents begin so, and PayFast's numbers are digits; an imported history may have others. */
function ofPayment(paymentId: string | null): CardProvider | null {
  if (paymentId?.startsWith("pi_")) return "stripe";
  return /^\d+$/.test(paymentId ?? "") ? "payfast" : null;
}

function movementOf(
  lines: readonly SettledLine[],
  { from, opening, closing }: Pick<ProviderMovement, "from" | "opening" | "closing">,
): ProviderMovement {
  const grossOf = (isOf: (line: SettledLine) => boolean) =>
    lines.reduce((sum, line) => sum + (isOf(line) ? line.gross : 0), 0);
  const charged = lines.reduce((sum, { fee }) => sum + fee, 0);
  return {
    from,
    opening,
    charges: grossOf(({ kind }) => kind === "payment"),
    refunds: grossOf(({ kind, type }) => kind === "refund" && !isDispute(type)),
    disputes: grossOf(({ kind, type }) => kind === "refund" && isDispute(type)),
    fees: grossOf(({ kind }) => kind === "fee") - charged,
    payouts: grossOf(({ kind }) => kind === "payout"),
    other: grossOf(({ kind }) => kind === "unknown"),
    difference: closing - opening - lines.reduce((sum, { net }) => sum + net, 0),
    closing,
  };
}
