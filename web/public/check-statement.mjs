#!/usr/bin/env node
/**
 * Checks a statement without the shop that issued it:
 *
 *     node check-statement.mjs statement-2026-10-member-17.json
 *
 * It reckons every entry again from its value and rate, adds everything up from the opening to the
 * closing balance, and compares the hash that the file has of itself. Amounts are whole cents, rates
 * are basis points (2000 is 20 %). It needs Node and nothing else, and asks nobody.
 *
 * Exit code 0: all is right. 1: something is not, and it says what. 2: this is no statement.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [file, ...more] = process.argv.slice(2);
if (file === undefined || more.length > 0) stop("Usage: node check-statement.mjs FILE");
const statement = readStatement(file);

const wrong = [
  ...wrongHash(statement),
  ...statement.entries.flatMap(wrongEntry),
  ...wrongSums(statement),
  ...wrongPlaces(statement),
];
for (const sentence of wrong) console.log(`WRONG: ${sentence}`);
if (wrong.length === 0) console.log(summary(statement));
process.exitCode = wrong.length === 0 ? 0 : 1;

function readStatement(name) {
  let read;
  try {
    read = JSON.parse(readFileSync(name, "utf8"));
  } catch (error) {
    stop(`${name} cannot be read: ${error.message}`);
  }
  const isStatement =
    read?.format === "portal-statement/1" &&
    Array.isArray(read.entries) &&
    Array.isArray(read.movements) &&
    [read.opening, read.closing].every((balance) => Number.isSafeInteger(balance?.accrued));
  if (!isStatement) stop(`${name} is not a statement that this program knows.`);
  return read;
}

function stop(sentence) {
  console.error(sentence);
  process.exit(2);
}

/** sha256 over the JSON without `hash`, with sorted keys and no spaces. */
function wrongHash({ hash, ...content }) {
  const found = createHash("sha256").update(JSON.stringify(content, sortKeys)).digest("hex");
  return found === hash ? [] : [`the file was changed: its hash is ${found}, and it says ${hash}`];
}

function sortKeys(_key, value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * A share is its value times its rate, rounded, less what was taken off it because the order's
 * commission never comes to more than was paid for its goods. A reversal takes what stood of the share down to what
 * is left of it after the goods that were refunded so far, or to nothing where the sale became
 * somebody else's.
 */
function wrongEntry(entry) {
  const { kind, value, rateBps, amount, standing, refundedGoods, orderGoods, cappedBy = 0 } = entry;
  const share = divided(BigInt(value) * BigInt(rateBps), 10_000n) - BigInt(cappedBy);
  const isReversal = kind.startsWith("reversal-of-");
  const left =
    refundedGoods === null || orderGoods === 0
      ? 0n
      : share - divided(share * BigInt(refundedGoods), BigInt(orderGoods));
  const expected = isReversal ? left - BigInt(standing) : share;
  return expected === BigInt(amount)
    ? []
    : [`order ${entry.orderNumber}, ${kind}: ${amount} should be ${expected}`];
}

/** Rounded half away from zero. */
function divided(amount, by) {
  const size = amount < 0n ? -amount : amount;
  const rounded = (2n * size + by) / (2n * by);
  return amount < 0n ? -rounded : rounded;
}

function wrongSums({ opening, entries, movements, closing }) {
  const expected = {
    accrued: opening.accrued + sum(entries, "amount"),
    paid: opening.paid + sum(movements, "paid"),
    credit: opening.credit + sum(movements, "credit"),
  };
  const names = Object.keys(expected).filter((name) => expected[name] !== closing[name]);
  return [
    ...names.map((name) => `closing ${name}: ${closing[name]} should be ${expected[name]}`),
    ...wrongBalance("opening", opening),
    ...wrongBalance("closing", closing),
    ...movements
      .filter(
        ({ paid, credit, cash, withheld = 0, type }) =>
          [
            "PayoutPaid",
            "PayoutReturned",
            "PayoutReturnUndone",
            "CommissionRepaid",
            "CommissionRepaymentUndone",
          ].includes(type) && cash + withheld !== paid + credit,
      )
      .map(
        ({ cash, paid, credit, withheld = 0 }) =>
          `a payout of ${cash} should be ${paid + credit - withheld}`,
      ),
  ];
}

function sum(rows, part) {
  return rows.reduce((total, row) => total + row[part], 0);
}

function wrongBalance(name, { accrued, paid, unpaid, credit, balance }) {
  const isRight = unpaid === accrued - paid && balance === unpaid - credit;
  return isRight ? [] : [`the ${name} balance does not follow from what was earned and paid`];
}

/** Each fact once, and in a closed month none that came after it was closed. */
function wrongPlaces({ entries, movements, seal }) {
  const places = [
    ...entries.map(({ position, entryNo }) => `${position}, entry ${entryNo}`),
    ...movements.map(({ position }) => `${position}`),
  ];
  const twice = places.filter((place, index) => places.indexOf(place) !== index);
  const last = seal === null ? Number.MAX_SAFE_INTEGER : seal.throughPosition;
  const late = [...entries, ...movements].filter(({ position }) => position > last);
  return [
    ...twice.map((place) => `the fact at position ${place} is there twice`),
    ...late.map(({ position }) => `position ${position} came after the month was closed`),
  ];
}

function summary({ memberId, month, entries, movements, closing, seal }) {
  const facts = `${entries.length} entries and ${movements.length} payouts and conversions`;
  const sealed = seal
    ? `Closed through position ${seal.throughPosition}, seal ${seal.seal.root}.`
    : "The month is open.";
  return `Statement OK: member ${memberId}, ${month}, ${facts}, closing balance ${closing.balance}. ${sealed}`;
}
