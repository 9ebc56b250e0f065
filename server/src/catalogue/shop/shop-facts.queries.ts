import type { ReadDatabase } from "../../platform/db/database.ts";

/** Where a bank transfer goes. */
export type ShopBank = {
  bankName: string;
  accountName: string;
  accountType: string;
  accountNumber: string;
  branchCode: string;
};

/** Who the shop is on its papers; what the office has not said yet is empty. */
export type ShopFacts = Readonly<{
  name: string;
  /** Lines, one below the other. */
  address: string;
  vatNo: string;
  companyNo: string;
  /** Null until the office says which. */
  bank: ShopBank | null;
}>;

export async function getShopFacts(db: ReadDatabase): Promise<ShopFacts> {
  const row = await db
    .selectFrom("shop_setting")
    .select([
      "shop_name as name",
      "shop_address as address",
      "vat_no as vatNo",
      "company_no as companyNo",
      "bank_name as bankName",
      "bank_account_name as accountName",
      "bank_account_type as accountType",
      "bank_account_number as accountNumber",
      "bank_branch_code as branchCode",
    ])
    .executeTakeFirstOrThrow();
  const { name, address, vatNo, companyNo, ...bank } = row;
  return { name, address, vatNo, companyNo, bank: bank.accountNumber === "" ? null : bank };
}
