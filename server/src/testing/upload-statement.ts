import { expect } from "vitest";
import type { TestShop } from "./shop-test.ts";

/** Uploads a bank statement as the office does. @returns what the upload says of it */
export function uploadStatement(shop: TestShop, text: string) {
  return upload(shop, "bank-statements", text);
}

/** Uploads the card provider's settlement as the office does. @returns what the upload says of it */
export function uploadSettlement(shop: TestShop, text: string) {
  return upload(shop, "card-settlements", text);
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
  expect(answer.statusCode).toBe(200);
  return answer.json().data;
}
