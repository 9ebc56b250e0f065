import { type TaxNumberKind, taxNumberWords } from "@portal/shared/people/tax-numbers.ts";
import { type Day, type FirstAndLast, taxYearOf } from "@portal/shared/platform/calendar.ts";
import { harmlessCsvText } from "@portal/shared/platform/harmless-text.ts";
import { type Currency, decimalText } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { csvOf } from "../books/journal-files.rules.ts";

/** What a certificate says of a member and a tax year. Amounts in minor units. */
export type CertificateFacts = Readonly<{
  memberId: number;
  firstName: string;
  lastName: string;
  /** Null where the member gave none. */
  taxNumber: Readonly<{ kind: TaxNumberKind; number: string }> | null;
  /** A South African ID number beside an income tax number. */
  idNumber: string | null;
  /** Paid out in the year, before tax, and turned into store credit. */
  income: number;
  withheld: number;
  /** In the income, of payouts for which the shop wrote the member's tax invoice and did not take it back. */
  vat: number;
  /** Null where the member is not registered for VAT, or did not say so. */
  vatNumber: string | null;
  /** Goods that the member bought in the year, less what was refunded. */
  goodsBought: number;
}>;

/**
 * What a member was paid, or turned into store credit, or the tax of store credit that was paid out. Minor units; negative for a
 * payout that the bank returned, and for commission that the member paid back.
 */
export type TaxedPayment = Readonly<{
  memberId: number;
  kind:
    | "PayoutPaid"
    | "PayoutReturned"
    | "PayoutReturnUndone"
    | "CommissionRepaid"
    | "CommissionRepaymentUndone"
    | "CreditSetOff"
    | "CommissionConverted"
    | "CreditPaidOut";
  /** By which a certificate counts it. */
  paidOn: Day;
  /** By which the registers count it (docs/domain.md, "Months"). */
  postingDate: Day;
  /** Before tax. */
  income: number;
  withheld: number;
  vat: number;
}>;

type PaidFigures = Pick<TaxedPayment, "income" | "withheld" | "vat">;

const isIn = (day: Day, { from, to }: FirstAndLast) => from <= day && day <= to;

const sumOf = (of: readonly TaxedPayment[], figure: keyof PaidFigures) =>
  of.reduce((sum, { [figure]: amount }) => sum + amount, 0);

/** What each member was paid in a period, by the day of payment. */
export function paidByMember(
  payments: readonly TaxedPayment[],
  period: FirstAndLast,
): ReadonlyMap<number, PaidFigures> {
  const paid = Map.groupBy(
    payments.filter(({ paidOn }) => isIn(paidOn, period)),
    ({ memberId }) => memberId,
  );
  return new Map(
    [...paid].map(([memberId, of]) => [
      memberId,
      { income: sumOf(of, "income"), withheld: sumOf(of, "withheld"), vat: sumOf(of, "vat") },
    ]),
  );
}

/** By what the certificates of a period differ from its registers: what is in one of them alone. */
export function paidInAnotherYear(
  payments: readonly TaxedPayment[],
  period: FirstAndLast,
): readonly TaxedPayment[] {
  return payments.filter(
    ({ paidOn, postingDate }) => isIn(paidOn, period) !== isIn(postingDate, period),
  );
}

const paymentWords: Readonly<Record<TaxedPayment["kind"], string>> = {
  PayoutPaid: "payout",
  PayoutReturned: "payout returned by the bank",
  PayoutReturnUndone: "return of a payout undone",
  CommissionRepaid: "commission paid back",
  CommissionRepaymentUndone: "repayment of commission undone",
  CreditSetOff: "commission paid back with store credit",
  CommissionConverted: "turned into store credit",
  CreditPaidOut: "store credit paid out",
};

/** These as CSV, with the tax years in which certificate and register have each. */
export function paidInAnotherYearFile(
  payments: readonly TaxedPayment[],
  {
    names,
    region,
    currency,
  }: Readonly<{
    names: Readonly<Record<number, string>>;
    region: Region;
    currency: Currency;
  }>,
): string {
  const yearOf = (day: Day) => String(taxYearOf(day.slice(0, 7), region));
  return csvOf(
    [
      "member",
      "name",
      "what",
      "paidOn",
      "certificateOf",
      "postingDate",
      "registerOf",
      "beforeTax",
      "withheld",
      "currency",
    ],
    payments.map(({ memberId, kind, paidOn, postingDate, income, withheld }) => [
      String(memberId),
      harmlessCsvText(names[memberId] ?? ""),
      paymentWords[kind],
      paidOn,
      yearOf(paidOn),
      postingDate,
      yearOf(postingDate),
      decimalText(income),
      decimalText(withheld),
      currency,
    ]),
  );
}

/**
 * What members were paid in a month, by the day of payment, as a return of withheld tax (EMP201) has it: a row for each payment,
 * then the sums. The number itself is on the certificates alone.
 */
export function paidToMembersFile(
  payments: readonly TaxedPayment[],
  {
    period,
    names,
    taxNumbers,
    currency,
  }: Readonly<{
    period: FirstAndLast;
    names: Readonly<Record<number, string>>;
    taxNumbers: ReadonlyMap<number, TaxNumberKind>;
    currency: Currency;
  }>,
): string {
  const paid = payments.filter(({ paidOn }) => isIn(paidOn, period));
  const amounts = (of: readonly TaxedPayment[]) => {
    const income = sumOf(of, "income");
    const withheld = sumOf(of, "withheld");
    return [income, withheld, income - withheld].map(decimalText);
  };
  const rows = paid.map((payment) => {
    const { memberId, kind, paidOn, postingDate } = payment;
    const taxNumber = taxNumbers.get(memberId);
    return [
      String(memberId),
      harmlessCsvText(names[memberId] ?? ""),
      paymentWords[kind],
      paidOn,
      postingDate,
      ...amounts([payment]),
      taxNumber === undefined ? "" : taxNumberWords[taxNumber],
      currency,
    ];
  });
  return csvOf(
    [
      "member",
      "name",
      "what",
      "paidOn",
      "postingDate",
      "beforeTax",
      "withheld",
      "net",
      "taxNumber",
      "currency",
    ],
    [...rows, ["total", "", "", "", "", ...amounts(paid), "", currency]],
  );
}

type CertificateYear = Readonly<{
  region: Region;
  /** Named after the year in which it ends. */
  year: number;
  /** Minor units, of the setting, for years from 2027 on. */
  contractorFormFrom: number;
}>;

/** The United Kingdom has no certificate of commission for those who are not employed. */
export function hasCertificates(region: Region): boolean {
  return region !== "uk";
}

/** The cells of the lines, as texts: tax numbers begin with zeros. */
export type CertificateTable = Readonly<{
  headings: readonly string[];
  rows: readonly (readonly string[])[];
}>;

/**
 * The data of the year-end certificates, one line a member (docs/finance.md, "Tax of members"). South Africa: IRP5 where
 * tax was withheld, else IT3(a), in columns named by SARS's field codes. USA: 1099-NEC of those at or above the amount of the
 * year, of everyone with tax withheld, and of those who bought goods for box 2, each by itself. Null where there is no
 * certificate: the United Kingdom.
 */
export function certificateTable(
  facts: readonly CertificateFacts[],
  { region, year, contractorFormFrom }: CertificateYear,
): CertificateTable | null {
  switch (region) {
    case "za":
      return {
        headings: southAfricanHeadings,
        rows: facts
          .filter(({ income, withheld }) => income > 0 || withheld > 0)
          .map((each) => southAfricanCells(each, year)),
      };
    case "usa": {
      const from = contractorThreshold(year, contractorFormFrom);
      const hasCompensation = ({ income, withheld }: CertificateFacts) =>
        (income > 0 && income >= from) || withheld > 0;
      return {
        headings: americanHeadings,
        rows: facts
          .filter((each) => hasCompensation(each) || each.goodsBought >= directSalesFrom)
          .map((each) => americanCells(each, { year, isCompensated: hasCompensation(each) })),
      };
    }
    case "uk":
      return null;
  }
}

/** From how much on a contractor gets a 1099-NEC: $600, $2,000 for payments of 2026, then adjusted yearly, which a setting has. */
export function contractorThreshold(year: number, fromSetting: number): number {
  if (year < 2026) return 600_00;
  return year === 2026 ? 2000_00 : fromSetting;
}

const southAfricanHeadings = [
  "member",
  "3015 type of certificate",
  "3025 year of assessment",
  "3030 surname",
  "3040 first names",
  "3060 identity number",
  "3100 income tax number",
  "3606 or 3616 (your accountant decides)",
  // Whether tax is of the amount with VAT or without it is not settled here (docs/finance.md, "Tax of members").
  "VAT in it, on your tax invoices",
  "3606 or 3616 without that VAT",
  "VAT number",
  "4102 PAYE",
  "4150 reason of IT3(a)",
  "missing",
];

function southAfricanCells(facts: CertificateFacts, year: number): readonly string[] {
  const { memberId, firstName, lastName, income, withheld, vat, vatNumber } = facts;
  const idNumber = facts.idNumber ?? numberOf(facts, "za-id");
  const taxNumber = numberOf(facts, "za-tax");
  const isTaxed = withheld > 0;
  return [
    String(memberId),
    isTaxed ? "IRP5" : "IT3(a)",
    String(year),
    harmlessCsvText(lastName),
    harmlessCsvText(firstName),
    idNumber,
    taxNumber,
    // Income is in whole rands, without the cents; tax has them.
    wholeRands(income),
    decimalText(vat),
    wholeRands(income - vat),
    vatNumber ?? "",
    decimalText(withheld),
    isTaxed ? "" : "03",
    // The authority asks for both.
    [idNumber === "" && "3060", taxNumber === "" && "3100"].filter(Boolean).join(" and "),
  ];
}

function wholeRands(cents: number): string {
  return String(Math.floor(cents / 100));
}

/** Columns of the form that the portal has no data for: members give no address of their own, and no state's tax is withheld. */
const notKept = [
  "street address",
  "city",
  "state",
  "ZIP",
  "5 state tax withheld",
  "6 state and payer's state no.",
  "7 state income",
];

const americanHeadings = [
  "member",
  "tax year",
  "first name",
  "last name",
  "SSN or ITIN",
  "EIN",
  "1 nonemployee compensation",
  "goods bought",
  "2 direct sales of $5000 or more (X only if bought for resale)",
  "4 federal income tax withheld",
  ...notKept,
  "missing",
];

/** Goods from which on box 2 is marked, where they were bought for resale: whatever the commission, also none. */
export const directSalesFrom = 5000_00;

/** @param of.isCompensated whether box 1 has to be filled in; below its amount it stays empty beside box 2 */
function americanCells(
  facts: CertificateFacts,
  { year, isCompensated }: Readonly<{ year: number; isCompensated: boolean }>,
): readonly string[] {
  const { memberId, firstName, lastName, income, withheld, goodsBought } = facts;
  const personal = numberOf(facts, "us-ssn") || numberOf(facts, "us-itin");
  const employer = numberOf(facts, "us-ein");
  return [
    String(memberId),
    String(year),
    harmlessCsvText(firstName),
    harmlessCsvText(lastName),
    personal,
    employer,
    isCompensated ? decimalText(income) : "",
    decimalText(goodsBought),
    goodsBought >= directSalesFrom ? "X" : "",
    decimalText(withheld),
    ...notKept.map(() => ""),
    personal === "" && employer === "" ? "SSN, ITIN or EIN" : "",
  ];
}

function numberOf({ taxNumber }: CertificateFacts, kind: TaxNumberKind): string {
  return taxNumber?.kind === kind ? taxNumber.number : "";
}
