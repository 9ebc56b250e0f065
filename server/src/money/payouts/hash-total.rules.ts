import type { BankOrder } from "./bank-order.ts";

type Paid = Pick<BankOrder, "own" | "payments">;

/** As FNB sums, our own account included. */
export function sumOfAccounts({ own, payments }: Paid): bigint {
  return payments.reduce((sum, { account }) => sum + BigInt(account), BigInt(own.account));
}

/** As Standard Bank sums, and we for banks without a sum of their own: account times amount. */
export function sumOfProducts({ payments }: Paid): bigint {
  return payments.reduce((sum, { account, amount }) => sum + BigInt(account) * BigInt(amount), 0n);
}

/** A longer sum is cut to its last twelve digits. */
export function twelveDigits(sum: bigint): string {
  return String(sum).padStart(12, "0").slice(-12);
}
