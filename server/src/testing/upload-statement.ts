import { randomUUID } from "node:crypto";
import { decimalText } from "@portal/shared/platform/money.ts";
import { expect } from "vitest";
import { shopDay } from "./shop-day.ts";
import type { TestShop } from "./shop-test.ts";

/** Uploads a bank statement as the office does. @returns what the upload says of it */
export function uploadStatement(shop: TestShop, text: string) {
  return upload(shop, "bank-statements", text);
}

/** Stores an incoming bank transaction with a text of its own. @param minor in minor units @returns its id */
export async function storeBankCredit(
  shop: TestShop,
  minor: number,
  day = shopDay(),
): Promise<number> {
  const text = `REPAID ${randomUUID()}`;
  await uploadStatement(shop, `Date,Amount,Description\n${day},${decimalText(minor)},${text}`);
  const { bankLines } = await shop.as(shop.people.admin);
  return (await bankLines.list({ search: text })).rows[0]?.id ?? 0;
}

/** Uploads the card provider's settlement as the office does. @returns what the upload says of it */
export function uploadSettlement(shop: TestShop, text: string) {
  return upload(shop, "card-settlements", text);
}

/** Uploads a settlement of PayFast with a payout, which has a fee, and a monthly fee. @param day of both, `YYYY-MM-DD` */
export function uploadPayoutAndFee(shop: TestShop, day: string) {
  return uploadSettlement(
    shop,
    [
      "Date,Type,Sign,Currency,Gross,Fee,Net,M Payment ID,PF Payment ID",
      `${day} 12:00:00,PAYOUT,DEBIT,ZAR,-100.00,-1.23,-101.23,,`,
      `${day} 13:00:00,MONTHLY_FEE,DEBIT,ZAR,-4.56,0.00,-4.56,,`,
    ].join("\n"),
  );
}

async function upload({ app, deps, people }: TestShop, kind: string, text: string) {
  const start = { userId: people.admin, device: "", withPassword: true };
  const { token } = await deps.sessions.start(start);
  const answer = await app.inject({
    method: "POST",
    url: `/office/${kind}?name=month.csv`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(text),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}
