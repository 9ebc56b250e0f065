import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { z } from "zod";
import { compileCache } from "../../server/src/testing/compile-cache.ts";
import { baseUrl } from "./lane.ts";

const orderSchema = z.object({
  uuid: z.string(),
  orderNumber: z.int(),
  total: z.int().positive(),
});
export type PlacedOrder = z.infer<typeof orderSchema>;

/** Places an order for Grace over the API, credited to the distributor with the code. */
export async function placeGuestOrder(
  distributorCode?: string,
  quantity = 4,
): Promise<PlacedOrder> {
  const uniqueId = randomUUID();
  const address = await call("addresses.save", {
    uniqueId,
    recipientFirstName: "Grace",
    recipientLastName: "Taylor",
    recipientCell: "0600000000",
    recipientEmail: "grace.taylor@shop.test",
    businessOrResidential: "Residential",
    streetAddress: "12 Acacia Avenue",
    entry: "manual",
    manualSuburb: "Gardens",
    town: "Cape Town",
    province: "Western Cape",
    postalCode: "8001",
  });
  const { id: addressId } = z.object({ id: z.int() }).parse(address);
  const sections = [{ addressId, lines: [{ productId: 94, quantity }] }];
  const commandId = randomUUID();
  return orderSchema.parse(
    await call("orders.save", { commandId, uniqueId, sections, distributorCode }),
  );
}

const answerSchema = z.object({ result: z.object({ data: z.unknown() }) });

/** Calls a mutation over HTTP as the owner of the token, or as a guest. */
export async function call(procedure: string, input: object, token?: string): Promise<unknown> {
  const answer = await fetch(`${baseUrl}/trpc/${procedure}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(input),
  });
  expect(answer.status, procedure).toBe(200);
  return answerSchema.parse(await answer.json()).result.data;
}

const root = path.resolve(import.meta.dirname, "../..");

/** Runs a finance command on the portal's database. @throws if the command fails */
export async function finance(databaseUrl: string, ...args: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["scripts/finance.ts", ...args, "--json"],
    {
      cwd: root,
      env: { ...compileCache, PATH: process.env["PATH"], DATABASE_URL: databaseUrl },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return JSON.parse(stdout);
}

const balanceSchema = z.array(
  z.object({
    accounts: z.array(
      z.object({ key: z.string(), opening: z.int(), debit: z.int(), credit: z.int() }),
    ),
  }),
);

/** What is on an account of the books in the portal's currency, in minor units: a debit is positive. */
export async function balanceOf(databaseUrl: string, key: string): Promise<number> {
  const [own] = balanceSchema.parse(await finance(databaseUrl, "trial-balance"));
  const account = own?.accounts.find((each) => each.key === key);
  return account ? account.opening + account.debit - account.credit : 0;
}
