import { describe, expect } from "vitest";
import { type TestShop, test } from "../../testing/shop-test.ts";

const bankDetails = {
  bankName: "First Bank",
  accountName: "Account",
  accountNumber: "62001234567",
  branchCode: "250655",
  chequeOrSavings: "Savings",
} as const;

async function changedAt(shop: TestShop, userId: number): Promise<string | null | undefined> {
  const row = await shop.deps.db
    .selectFrom("bank_detail")
    .select("changed_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.changed_at;
}

describe("one's own bank details", () => {
  // shows S3.18
  test("are shown after saving, with a masked number", async ({ shop }) => {
    const anna = await shop.as(shop.people.anna);
    expect(await anna.bankDetails.get()).toBeNull();

    await anna.bankDetails.save({ ...bankDetails, notes: "Branch in town" });

    expect(await anna.bankDetails.get()).toMatchObject({
      ...bankDetails,
      accountNumber: "•••• 4567",
      notes: "Branch in town",
    });
    await anna.bankDetails.save({ ...bankDetails, accountNumber: "4567" });
    expect(await anna.bankDetails.get()).toMatchObject({ accountNumber: "••••" });
  });

  test.for([
    ["never", null],
    ["eleven minutes ago", 11 * 60_000],
  ] as const)("are not changed by whoever typed the password %s", async ([, agoMs], { shop }) => {
    const passwordAt = agoMs === null ? null : new Date(Date.now() - agoMs).toISOString();
    const session = { token: "t", handle: "h", impersonatorId: null, passwordAt };
    const ben = await shop.as(shop.people.ben, { session });

    await expect(ben.bankDetails.save(bankDetails)).rejects.toMatchObject({
      code: "FORBIDDEN",
      cause: { code: "access.password-needed" },
    });
    expect(await ben.bankDetails.get()).toBeNull();
  });

  test("are not changed while impersonating", async ({ shop }) => {
    const ben = await shop.as(shop.people.ben, { impersonatedById: shop.people.admin });
    await expect(ben.bankDetails.save(bankDetails)).rejects.toMatchObject({
      cause: { code: "access.not-while-impersonating" },
    });
  });

  // shows S5.7, S9.16
  test("name missing fields in the specification's words", async ({ shop }) => {
    const ben = await shop.as(shop.people.ben);
    const wrong = { ...bankDetails, bankName: "A", accountName: "", accountNumber: " 1 " };

    const refusal = await ben.bankDetails.save(wrong).catch((error: unknown) => error);

    expect(String(refusal)).toContain("Bank is required.");
    expect(String(refusal)).toContain("Account name is required.");
    expect(String(refusal)).toContain("Account number is required.");
  });

  test("store when the account changed, ignoring other changes", async ({ shop }) => {
    const { cara } = shop.people;
    const api = await shop.as(cara, { now: () => "2026-03-01T08:00:00.000Z", ...typedNow });
    await api.bankDetails.save(bankDetails);
    expect(await changedAt(shop, cara)).toBeNull();

    const later = await shop.as(cara, { now: () => "2026-03-02T08:00:00.000Z", ...typedNow });
    await later.bankDetails.save({ ...bankDetails, notes: "The green one" });
    expect(await changedAt(shop, cara)).toBeNull();

    await later.bankDetails.save({ ...bankDetails, accountNumber: "111222333" });
    expect(await changedAt(shop, cara)).toBe("2026-03-02T08:00:00.000Z");

    const last = await shop.as(cara, { now: () => "2026-03-03T08:00:00.000Z", ...typedNow });
    await last.bankDetails.save({ ...bankDetails, accountNumber: "111222333" });
    expect(await changedAt(shop, cara)).toBe("2026-03-02T08:00:00.000Z");
  });

  test("keep the number where only something else is changed, and count as another account", async ({
    shop,
  }) => {
    const { skye } = shop.people;
    const api = await shop.as(skye);
    const withoutNumber = { ...bankDetails, accountNumber: "", branchCode: "470010" };
    await expect(api.bankDetails.save(withoutNumber)).rejects.toMatchObject({
      cause: { code: "account.no-bank-number", field: "accountNumber" },
    });
    expect(await api.bankDetails.get()).toBeNull();

    await api.bankDetails.save(bankDetails);
    await api.bankDetails.save(withoutNumber);
    const admin = await shop.as(shop.people.admin);
    expect(await admin.bankDetails.getForAdmin({ userId: skye })).toMatchObject({
      accountNumber: bankDetails.accountNumber,
      branchCode: "470010",
    });
    expect(await changedAt(shop, skye)).not.toBeNull();
    await shop.deps.db.deleteFrom("bank_detail").where("user_id", "=", skye).execute();
  });

  // shows R29, T34
  test("notify the owner by email each time they are saved, and not when saving fails", async ({
    shop,
  }) => {
    const { cara } = shop.people;
    const mails = async () => {
      const rows = await shop.deps.db
        .selectFrom("message")
        .select(["channel", "about"])
        .where("user_id", "=", cara)
        .where("kind", "=", "bank-details-changed")
        .execute();
      return rows;
    };
    const before = (await mails()).length;
    const api = await shop.as(cara);

    await api.bankDetails.save(bankDetails);
    expect((await mails()).at(-1)).toEqual({
      channel: "email",
      about: { kind: "bank-details-changed", userId: cara },
    });

    const brokenJobs = { enqueue: () => Promise.reject(new Error("no queue")) };
    const broken = await shop.as(cara, { jobs: { ...shop.deps.jobs, ...brokenJobs } });
    await expect(
      broken.bankDetails.save({ ...bankDetails, bankName: "Another Bank" }),
    ).rejects.toThrow("no queue");
    expect(await mails()).toHaveLength(before + 1);
    expect(await api.bankDetails.get()).toMatchObject({ bankName: "First Bank" });
  });

  // shows S7.26
  test("are not visible to other users", async ({ shop }) => {
    const skye = await shop.as(shop.people.skye);
    expect(await skye.bankDetails.get()).toBeNull();
  });
});

describe("bank details of another user", () => {
  // shows R29, S6.5, T34
  test("are shown unmasked to the office, and each view is audited", async ({ shop }) => {
    const ben = await shop.as(shop.people.ben);
    const admin = await shop.as(shop.people.admin);
    await ben.bankDetails.save(bankDetails);

    expect(await admin.bankDetails.getForAdmin({ userId: shop.people.ben })).toMatchObject(
      bankDetails,
    );

    const written = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["action", "actor_id", "details"])
      .where("subject_id", "=", shop.people.ben)
      .orderBy("id")
      .execute();
    expect(written).toEqual([
      { action: "bank-details.saved", actor_id: shop.people.ben, details: {} },
      { action: "bank-details.viewed", actor_id: shop.people.admin, details: {} },
    ]);
  });
});

/** The password was confirmed at the present time of the test's clock. */
const typedNow = {
  session: {
    token: "t",
    handle: "h",
    impersonatorId: null,
    passwordAt: "2026-03-03T08:00:00.000Z",
  },
};
