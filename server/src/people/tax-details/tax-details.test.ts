import { describe, expect } from "vitest";
import { refusedAs } from "../../testing/proposals-test.ts";
import { test } from "../../testing/shop-test.ts";

const details = { kind: "za-tax", number: "000 133 9050", vatNumber: "4123 456 789" } as const;

describe("one's own tax details", () => {
  // shows T312
  test("are kept without spaces and shown masked, to the office too", async ({ shop }) => {
    const { anna, admin } = shop.people;
    const api = await shop.as(anna);
    expect(await api.taxDetails.get()).toBeNull();
    await api.taxDetails.save(details);
    const shown = { kind: "za-tax", number: "•••• 9050", vatNumber: "4123456789" };
    expect(await api.taxDetails.get()).toMatchObject(shown);
    const office = await shop.as(admin);
    expect(await office.taxDetails.ofUser({ userId: anna })).toMatchObject(shown);

    // An empty number keeps the stored one, of this kind alone.
    await api.taxDetails.save({ ...details, number: "", vatNumber: "" });
    expect(await api.taxDetails.get()).toMatchObject({ ...shown, vatNumber: null });
    await expect(
      api.taxDetails.save({ kind: "za-id", number: "", vatNumber: "" }),
    ).rejects.toMatchObject({ cause: { code: "tax.wrong-number", field: "number" } });
    const audit = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["action", "details"])
      .where("action", "=", "tax-details.saved")
      .execute();
    expect(audit).toEqual([
      { action: "tax-details.saved", details: {} },
      { action: "tax-details.saved", details: {} },
    ]);
  });

  test("have in South Africa an ID number beside the income tax number, masked as it is", async ({
    shop,
  }) => {
    const { cara } = shop.people;
    const api = await shop.as(cara);
    const id = "8001015009087";
    await api.taxDetails.save({ kind: "za-id", number: id, vatNumber: "" });
    expect(await api.taxDetails.get()).toMatchObject({ number: "•••• 9087", idNumber: null });
    // The tax number comes to it.
    await api.taxDetails.save(details);
    const both = { kind: "za-tax", number: "•••• 9050", idNumber: "•••• 9087" };
    expect(await api.taxDetails.get()).toMatchObject(both);
    await api.taxDetails.save({ ...details, number: "" });
    expect(await api.taxDetails.get()).toMatchObject(both);
    await api.taxDetails.save({ ...details, number: "", idNumber: "800101 5009 08 7" });
    const office = await shop.as(shop.people.admin);
    expect(await office.taxDetails.ofUser({ userId: cara })).toMatchObject(both);
    const row = await shop.deps.db
      .selectFrom("tax_detail")
      .select(["number", "id_number"])
      .where("user_id", "=", cara)
      .executeTakeFirst();
    expect(row).toEqual({ number: "0001339050", id_number: id });

    // Only the ID number is left.
    await api.taxDetails.save({ kind: "za-id", number: "", vatNumber: "" });
    expect(await api.taxDetails.get()).toMatchObject({ number: "•••• 9087", idNumber: null });
  });

  // shows T312
  test.for([
    [
      "a wrong check digit of the ID number",
      { idNumber: "8001015009088" },
      "tax.wrong-number",
      "idNumber",
    ],
    ["a wrong check digit", { number: "0001339051" }, "tax.wrong-number", "number"],
    ["nothing", { number: " " }, "tax.wrong-number", "number"],
    ["a formula", { number: "=1+1" }, "tax.wrong-number", "number"],
    ["another country's kind", { kind: "us-ssn" }, "tax.wrong-kind", "kind"],
    ["a wrong VAT number", { vatNumber: "5123456789" }, "tax.wrong-vat-number", "vatNumber"],
    ["markup", { vatNumber: "<b>4</b>" }, "tax.wrong-vat-number", "vatNumber"],
  ] as const)(
    "are refused with %s, by name of the field",
    async ([, wrong, code, field], { shop }) => {
      const ben = await shop.as(shop.people.ben);
      await expect(ben.taxDetails.save({ ...details, ...wrong })).rejects.toMatchObject({
        cause: { code, field },
      });
      expect(await ben.taxDetails.get()).toBeNull();
    },
  );

  test("need a recent password, and are not changed while impersonating", async ({ shop }) => {
    const session = { token: "t", handle: "h", impersonatorId: null, passwordAt: null };
    const ben = await shop.as(shop.people.ben, { session });
    await expect(ben.taxDetails.save(details)).rejects.toEqual(refusedAs("access.password-needed"));
    const viewed = await shop.as(shop.people.ben, { impersonatedById: shop.people.admin });
    await expect(viewed.taxDetails.save(details)).rejects.toEqual(
      refusedAs("access.not-while-impersonating"),
    );
  });
});
