import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { describe, expect } from "vitest";
import { officeDayFacts } from "../../office/activity/office-day.queries.ts";
import { knowBankAccount } from "../../testing/known-accounts.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { test, type TestShop } from "../../testing/shop-test.ts";
import { uploadStatement } from "../../testing/upload-statement.ts";

const today = shopDay();
const ago = (days: number) => addDays(today, -days);
const anAccount = () => `72${Math.floor(Math.random() * 9e9 + 1e9)}`;

type Line = readonly [day: string, amount: string, text: string];

/** @param account none where it is empty */
function statementOf(account: string, lines: readonly Line[]): string {
  const header = `Date,Amount,Description${account && ",Account"}`;
  const rows = lines.map((line) => [...line, ...(account ? [account] : [])].join(","));
  return [header, ...rows].join("\n");
}

async function office(shop: TestShop) {
  const { bankLines } = await shop.as(shop.people.admin);
  return { bankLines, missing: async () => (await bankLines.list({})).missing };
}

// shows T397
describe("a stored transaction that a later statement of its days does not have", () => {
  // Of other amounts, so that those of one do not look like copies of the other.
  test.for([
    ["with an account number", anAccount(), 1],
    ["without one", "", 2],
  ] as const)(
    "is told to the uploader, the office and the other admins: %s",
    async ([named, account, cents], { shop }) => {
      await knowBankAccount(shop.deps, account);
      const { missing } = await office(shop);
      const before = await missing();
      const text = (name: string) => `${name} ${named}`;
      const real: readonly Line[] = [
        [ago(9), `100.0${cents}`, text("RH1001")],
        [ago(8), `50.0${cents}`, text("RH1002")],
        [ago(7), `-20.0${cents}`, text("FEE")],
      ];
      const invented: Line = [ago(8), `9000.0${cents}`, text("RH1003")];
      const first = await uploadStatement(shop, statementOf(account, [...real, invented]));
      expect(first).toMatchObject({ added: 3, missing: [] });
      const later: Line = [ago(5), `70.0${cents}`, text("RH1004")];
      const second = await uploadStatement(shop, statementOf(account, [...real, later]));
      const line = { day: ago(8), amount: 9000_00 + cents, description: invented[2] };
      expect(second).toMatchObject({ added: 1, missing: [line] });
      const found = await missing();
      expect(found.count).toBe(before.count + 1);
      expect(found.rows).toContainEqual({ ...line, at: "in" });

      const facts = { userId: shop.people.dev, day: today };
      const { officeActs } = await officeDayFacts(shop.deps.readDb, facts, "za");
      const words = officeActs.as === "facts" ? officeActs.rows.map(([, said]) => said) : [];
      expect(words.join()).toContain(`missing: 1; missing amount: 9000.0${cents}`);

      // The bank has it after all.
      await uploadStatement(shop, statementOf(account, [...real, invented, later]));
      expect(await missing()).toEqual(before);
    },
  );

  test("is none on the last day of the file, of another account or way, or said to be a repeat", async ({
    shop,
  }) => {
    const [account, other] = [anAccount(), anAccount()];
    await knowBankAccount(shop.deps, account);
    await knowBankAccount(shop.deps, other);
    const { bankLines, missing } = await office(shop);
    const before = await missing();
    const text = randomUUID();
    await uploadStatement(
      shop,
      statementOf(account, [
        [ago(9), "10.00", "A"],
        [ago(8), "-11.00", "B"],
        [ago(6), "12.00", text],
      ]),
    );
    await uploadStatement(shop, statementOf(other, [[ago(9), "13.00", "PAID"]]));
    const incoming: readonly Line[] = [
      [ago(9), "10.00", "A"],
      [ago(6), "1.00", "E"],
    ];
    const uploaded = await uploadStatement(shop, statementOf(account, incoming));
    expect(uploaded).toMatchObject({ missing: [] });

    const longer = statementOf(account, [...incoming, [ago(5), "2.00", "F"]]);
    expect((await uploadStatement(shop, longer)).missing).toHaveLength(1);
    expect((await missing()).count).toBe(before.count + 1);
    const [line] = (await bankLines.list({ search: text })).rows;
    const repeat = { lineId: line?.id ?? 0, kind: "repeat", reason: "On another day" } as const;
    await bankLines.ignore({ commandId: randomUUID(), ...repeat });
    expect(await missing()).toEqual(before);
  });
});
