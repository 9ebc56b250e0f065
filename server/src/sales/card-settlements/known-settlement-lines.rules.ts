import { settlementTypeName } from "./settlement-kind.rules.ts";

type Facts = Readonly<{
  day: string;
  type: string;
  paymentId: string | null;
  gross: number;
  fee: number;
  net: number;
  /** The provider's id of the line. */
  transactionId: string | null;
}>;
type FileLine = Facts & Readonly<{ writtenDay: string }>;
type StoredLine = Facts &
  Readonly<{
    id: number;
    /** Null for lines of older releases, which have it as their day. */
    writtenDay: string | null;
  }>;

/**
 * A part of a payment may be refunded again for the same amount, on another day. The provider writes the type in one way in
 * its dashboard, and in another in its API.
 */
function settlementFacts({ day, type, paymentId, gross, fee, net }: Facts): string {
  return JSON.stringify([day, settlementTypeName(type), paymentId, gross, fee, net]);
}

/** With the day that the file writes. */
export function writtenFacts(line: FileLine | StoredLine): string {
  return settlementFacts({ ...line, day: line.writtenDay ?? line.day });
}

/** Of a payout of Stripe: one report has a line of it, with its own day, and of another it is computed. */
function payoutFacts({ type, paymentId, net }: Facts): string | null {
  return type === "payout" && paymentId !== null ? JSON.stringify([paymentId, net]) : null;
}

type Round<Stored> = readonly [
  keyOfLine: (line: FileLine) => string | null,
  keyOfRow: (row: Stored) => string | null,
];

/**
 * Finds for each line of a file the stored one that it is: that with the same id of the provider, or where one of the two has
 * no id, one with the same facts, as often as the file has them. Another report of the provider may write another day.
 *
 * @returns for each line of the file, in its order; null for a new one
 */
export function recogniseSettlement<Stored extends StoredLine>(
  lines: readonly FileLine[],
  stored: readonly Stored[],
): (Stored | null)[] {
  const rounds: readonly Round<Stored>[] = [
    [({ transactionId }) => transactionId, ({ transactionId }) => transactionId],
    [writtenFacts, writtenFacts],
    [settlementFacts, settlementFacts],
    [payoutFacts, payoutFacts],
  ];
  const taken = new Set<number>();
  const found = lines.map((): Stored | null => null);
  for (const [keyOfLine, keyOfRow] of rounds) {
    const byKey = Map.groupBy(stored, keyOfRow);
    for (const [at, line] of lines.entries()) {
      const key = keyOfLine(line);
      if (found[at] !== null || key === null) continue;
      const row = byKey.get(key)?.find((each) => !taken.has(each.id) && mayBe(line, each));
      if (!row) continue;
      taken.add(row.id);
      found[at] = row;
    }
  }
  return found;
}

function mayBe(line: FileLine, row: StoredLine): boolean {
  const [one, other] = [line.transactionId, row.transactionId];
  return one === null || other === null || one === other;
}
