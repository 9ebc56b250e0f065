import { hasVat, type Region, taxHeadings } from "../platform/region.ts";

/**
 * The accounts of the books, in the order of the chart (docs/finance.md, "Books"). The keys never change; an accountant may
 * give each a code and a name of their own.
 */
export const accountKeys = [
  "bank",
  "cardClearing",
  "creditClearing",
  "customers",
  "storeCredit",
  "commissionOwed",
  "withholdingTax",
  "vatOutput",
  "salesGoods",
  "salesDelivery",
  "returnsGoods",
  "returnsDelivery",
  "creditGivenUp",
  "otherIncome",
  "commissionExpense",
  "creditGranted",
  "courierCosts",
  "cardFees",
  "bankFees",
  "rounding",
  "purchases",
  "rent",
  "salaries",
  "runningCosts",
  "otherTax",
  "incomeTax",
  "elsewhere",
  "suspense",
  "ownTransfers",
  "ownerAccount",
  "retainedEarnings",
] as const;
export type AccountKey = (typeof accountKeys)[number];

/** What the codes and names of an accounting program are; `salesOfProduct` has the accounts of single products. */
export type Chart = Readonly<{
  accounts: Readonly<Record<AccountKey, Account>>;
  salesOfProduct: Readonly<Record<number, Pick<Account, "code" | "name">>>;
}>;

export type Account = Readonly<{
  code: string;
  name: string;
  type: "asset" | "liability" | "equity" | "income" | "expense";
}>;

/** Whether a financial year begins at 0 on an account, since what it brought is retained earnings by then. */
export function isOfYear({ accounts }: Pick<Chart, "accounts">, key: AccountKey): boolean {
  const { type } = accounts[key];
  return type === "income" || type === "expense";
}

/** The chart until somebody changes it, in the words of South Africa and the United Kingdom. */
export const defaultChart: Chart = {
  accounts: {
    bank: { code: "1200", name: "Bank", type: "asset" },
    cardClearing: { code: "1250", name: "Card provider", type: "asset" },
    creditClearing: { code: "1260", name: "Store credit in use", type: "asset" },
    customers: { code: "2150", name: "Customer deposits and overpayments", type: "liability" },
    storeCredit: { code: "2160", name: "Store credit", type: "liability" },
    commissionOwed: { code: "2170", name: "Commission owed", type: "liability" },
    withholdingTax: { code: "2210", name: "Tax withheld", type: "liability" },
    vatOutput: { code: "2200", name: "VAT output", type: "liability" },
    salesGoods: { code: "4000", name: "Sales", type: "income" },
    salesDelivery: { code: "4010", name: "Delivery charged", type: "income" },
    returnsGoods: { code: "4090", name: "Returns", type: "income" },
    returnsDelivery: { code: "4091", name: "Delivery refunded", type: "income" },
    creditGivenUp: { code: "4900", name: "Credit given up", type: "income" },
    otherIncome: { code: "4910", name: "Other income", type: "income" },
    commissionExpense: { code: "6000", name: "Commission", type: "expense" },
    creditGranted: { code: "6010", name: "Credit granted", type: "expense" },
    courierCosts: { code: "5100", name: "Courier", type: "expense" },
    cardFees: { code: "7900", name: "Card fees", type: "expense" },
    bankFees: { code: "7901", name: "Bank fees", type: "expense" },
    rounding: { code: "8900", name: "Rounding", type: "expense" },
    purchases: { code: "5000", name: "Suppliers and stock", type: "expense" },
    rent: { code: "6100", name: "Rent and premises", type: "expense" },
    salaries: { code: "6200", name: "Salaries and wages", type: "expense" },
    runningCosts: { code: "6900", name: "Other running costs", type: "expense" },
    otherTax: { code: "8400", name: "Other tax", type: "expense" },
    incomeTax: { code: "8500", name: "Income tax", type: "expense" },
    elsewhere: { code: "9997", name: "Booked in the accounting program", type: "asset" },
    suspense: { code: "9998", name: "Unexplained", type: "asset" },
    ownTransfers: { code: "3100", name: "Own accounts", type: "equity" },
    ownerAccount: { code: "3150", name: "Owner’s drawings and loans", type: "equity" },
    retainedEarnings: { code: "3200", name: "Retained earnings", type: "equity" },
  },
  salesOfProduct: {},
};

/** The default chart in the words of a region. */
export function defaultChartOf(region: Region): Chart {
  if (hasVat[region]) return defaultChart;
  const { accounts } = defaultChart;
  const vatOutput = { ...accounts.vatOutput, name: taxHeadings[region].tax };
  return { ...defaultChart, accounts: { ...accounts, vatOutput } };
}

/** The accounts as the office types them: code and name, `1200 Bank`. */
export function accountTexts({ accounts }: Pick<Chart, "accounts">): Record<AccountKey, string> {
  const text = (key: AccountKey) => `${accounts[key].code} ${accounts[key].name}`;
  return {
    bank: text("bank"),
    cardClearing: text("cardClearing"),
    creditClearing: text("creditClearing"),
    customers: text("customers"),
    storeCredit: text("storeCredit"),
    commissionOwed: text("commissionOwed"),
    withholdingTax: text("withholdingTax"),
    vatOutput: text("vatOutput"),
    salesGoods: text("salesGoods"),
    salesDelivery: text("salesDelivery"),
    returnsGoods: text("returnsGoods"),
    returnsDelivery: text("returnsDelivery"),
    creditGivenUp: text("creditGivenUp"),
    otherIncome: text("otherIncome"),
    commissionExpense: text("commissionExpense"),
    creditGranted: text("creditGranted"),
    courierCosts: text("courierCosts"),
    cardFees: text("cardFees"),
    bankFees: text("bankFees"),
    rounding: text("rounding"),
    purchases: text("purchases"),
    rent: text("rent"),
    salaries: text("salaries"),
    runningCosts: text("runningCosts"),
    otherTax: text("otherTax"),
    incomeTax: text("incomeTax"),
    elsewhere: text("elsewhere"),
    suspense: text("suspense"),
    ownTransfers: text("ownTransfers"),
    ownerAccount: text("ownerAccount"),
    retainedEarnings: text("retainedEarnings"),
  };
}

/** What the office may type: a code without spaces, and a name. */
export const accountPattern = /^[\w./-]{1,20} \S.{0,99}$/;
/** A line for a product, `94 4001 Bottles`: its number, and the account of its sales. */
export const productAccountPattern = /^[1-9]\d{0,8} [\w./-]{1,20} \S.{0,99}$/;

/** The accounts as the office saved them, and the lines for products; what it never saved is as in the default chart. */
export function chartOf(
  saved: Readonly<Partial<Record<AccountKey, string>>>,
  { region, productLines }: Readonly<{ region: Region; productLines: string }>,
): Chart {
  const accounts = { ...defaultChartOf(region).accounts };
  for (const key of accountKeys) {
    const text = saved[key];
    if (text !== undefined) accounts[key] = { ...accounts[key], ...accountOfText(text) };
  }
  const ofProducts = linesOfProducts(productLines).map((line) => {
    const [productId = "", ...account] = line.split(" ");
    return [productId, accountOfText(account.join(" "))] as const;
  });
  return { accounts, salesOfProduct: Object.fromEntries(ofProducts) };
}

function accountOfText(text: string): Pick<Account, "code" | "name"> {
  const [code = "", ...name] = text.split(" ");
  return { code, name: name.join(" ") };
}

/** The lines that are not blank. */
export function linesOfProducts(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
