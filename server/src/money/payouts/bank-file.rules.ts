import type { PayoutLayout } from "@portal/shared/money/payouts.ts";
import { isRoutingNumber } from "./account-number.rules.ts";
import type { BankOrder, Payer } from "./bank-order.ts";
import {
  absaFile,
  fnbFile,
  nedbankFile,
  plain,
  plainFile,
  standardBankFile,
} from "./csv-payout-file.rules.ts";
import {
  amountDigits,
  bacsFile,
  hasBareLetters,
  nachaFile,
  nachaFileIds,
} from "./fixed-width-file.rules.ts";
import { sumOfAccounts, sumOfProducts, twelveDigits } from "./hash-total.rules.ts";

/** What is peculiar to the files of a bank, or to those of a country's banks. */
type BankFile = Readonly<{
  extension: "csv" | "txt";
  /** Each line ends with CRLF. */
  write: (order: BankOrder) => string;
  /** Whether something is left of a name after what the bank does not accept is left out. */
  canWriteName: (name: string) => boolean;
  /** Whether the shop is a payer whom the file can name. */
  canBePayer: (own: Payer) => boolean;
  /** Of an amount in minor units. */
  digitsMax: number;
  /** Of what a changed account is detected by. */
  sum: (paid: Pick<BankOrder, "own" | "payments">) => bigint;
  /** As many as it can tell apart. */
  filesOfDayMax: number;
  /** The bank knows no processing day but a working day. */
  onWorkingDays: boolean;
  /** The bank debits the sum of the file once, without a reference of ours. */
  debitsSum: boolean;
}>;

const csv = {
  extension: "csv",
  canWriteName: (name) => plain(name, 20) !== "",
  canBePayer: () => true,
  digitsMax: Infinity,
  sum: sumOfProducts,
  filesOfDayMax: Infinity,
  onWorkingDays: false,
  debitsSum: false,
} as const satisfies Omit<BankFile, "write">;
const fixedWidth = {
  ...csv,
  extension: "txt",
  canWriteName: hasBareLetters,
  onWorkingDays: true,
} as const satisfies Omit<BankFile, "write">;

export const bankFiles: Readonly<Record<PayoutLayout, BankFile>> = {
  fnb: { ...csv, write: fnbFile, sum: sumOfAccounts },
  "standard-bank": { ...csv, write: standardBankFile },
  absa: { ...csv, write: absaFile, debitsSum: true },
  // It has no names.
  nedbank: { ...csv, write: nedbankFile, canWriteName: () => true },
  "capitec-business": { ...csv, write: plainFile },
  investec: { ...csv, write: plainFile },
  bacs: {
    ...fixedWidth,
    write: bacsFile,
    canBePayer: ({ account, branchCode, id }) =>
      /^\d{8}$/.test(account) && /^\d{6}$/.test(branchCode) && /^\d{6}$/.test(id),
    digitsMax: amountDigits.bacs,
  },
  nacha: {
    ...fixedWidth,
    write: nachaFile,
    canBePayer: ({ branchCode, id }) => isRoutingNumber(branchCode) && /^[A-Z0-9]{1,10}$/.test(id),
    digitsMax: amountDigits.nacha,
    filesOfDayMax: nachaFileIds.length,
  },
  "bank-list": { ...csv, write: plainFile },
};

/** How the file is called for the bank's import. */
export function bankFileName(layout: PayoutLayout, batchId: number): string {
  return `payouts-${batchId}-${layout}.${bankFiles[layout].extension}`;
}

/** Whether the file has as many digits as the amount in minor units. */
export function canWriteAmount(layout: PayoutLayout, amount: number): boolean {
  return String(amount).length <= bankFiles[layout].digitsMax;
}

/** A checksum of twelve digits by which the bank, or whoever compares it, detects a changed account. */
export function hashTotal(layout: PayoutLayout, paid: Pick<BankOrder, "own" | "payments">): string {
  return twelveDigits(bankFiles[layout].sum(paid));
}
