import { expect } from "vitest";
import type { TestShop } from "./shop-test.ts";

/** Uploads a bank statement as the office does. @returns what the upload says of it */
export async function uploadStatement({ app, deps, people }: TestShop, text: string) {
  const start = { userId: people.admin, device: "", withPassword: true };
  const { token } = await deps.sessions.start(start);
  const answer = await app.inject({
    method: "POST",
    url: "/office/bank-statements?name=month.csv",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(text),
  });
  expect(answer.statusCode).toBe(200);
  return answer.json().data;
}
