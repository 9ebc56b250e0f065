/** The shop as the payer: its account, its sort code or routing number, and the number that the bank gave it. */
export type Payer = Readonly<{
  account: string;
  branchCode: string;
  name: string;
  bank: string;
  id: string;
  batchId: number;
}>;
export type BankOrder = Readonly<{
  own: Payer;
  payOn: string;
  /** The day on which the batch was made, in the shop's zone. */
  madeOn: string;
  /** How many batches of this layout were made before it on that day. */
  madeBefore: number;
  payments: readonly BankPayment[];
}>;
/** One payment of a bank file. Amounts in minor units; accounts and codes are digits. */
export type BankPayment = Readonly<{
  name: string;
  account: string;
  branchCode: string;
  accountType: "Cheque" | "Savings";
  amount: number;
  /** Shown on both statements. */
  reference: string;
}>;
