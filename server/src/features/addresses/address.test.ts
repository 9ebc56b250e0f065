import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aRecipient, test } from "../../testing/shop-test.ts";

describe("recipients", () => {
  test("belong to the browser of a guest, and to nobody else's", async ({ shop }) => {
    const guest = await shop.as(null);
    const [uniqueId, other] = [randomUUID(), randomUUID()];
    const { id } = await guest.addresses.save({ ...aRecipient, uniqueId });

    expect(await guest.addresses.list({ uniqueId })).toMatchObject([
      { id, recipientFirstName: "Thandi", recipientCell: "0821234567", complexBuilding: null },
    ]);
    expect(await guest.addresses.list({ uniqueId: other })).toEqual([]);
    expect(await guest.addresses.list({})).toEqual([]);
    await expect(
      guest.addresses.save({ ...aRecipient, id, uniqueId: other, town: "Elsewhere" }),
    ).rejects.toMatchObject({ cause: { code: "order.unknown-address" } });
  });

  test("belong to an account, and are changed by it alone", async ({ shop }) => {
    const kim = await shop.as(shop.people.kim);
    const lone = await shop.as(shop.people.lone);
    const { id } = await kim.addresses.save(aRecipient);

    await kim.addresses.save({ ...aRecipient, id, town: "Paarl" });
    expect(await kim.addresses.list({})).toMatchObject([{ id, town: "Paarl" }]);
    expect(await lone.addresses.list({})).toEqual([]);
    await expect(lone.addresses.save({ ...aRecipient, id })).rejects.toMatchObject({
      cause: { code: "order.unknown-address" },
    });
  });

  test("of a guest stay at hand after signing in", async ({ shop }) => {
    const uniqueId = randomUUID();
    const { id } = await (await shop.as(null)).addresses.save({ ...aRecipient, uniqueId });
    const anna = await shop.as(shop.people.anna);
    expect(await anna.addresses.list({ uniqueId })).toMatchObject([{ id }]);
  });

  test("of a guest need the browser's id", async ({ shop }) => {
    const guest = await shop.as(null);
    await expect(guest.addresses.save(aRecipient)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test.for([
    [
      { recipientCell: "12345" },
      "Please enter a 10-digit SA phone number without country code, spaces, or special characters",
    ],
    [{ recipientFirstName: "T" }, "First name is required."],
    [{ recipientEmail: "" }, "Recipient email is required."],
    [{ suburb: "" }, "Please select a place."],
    [{ businessOrResidential: "Boat" }, "Please choose an address type"],
  ] as const)(
    "that are wrong in %o are refused in the words of the form",
    async ([change, message], { shop }) => {
      const [field = ""] = Object.keys(change);
      const response = await shop.app.inject({
        method: "POST",
        url: "/trpc/addresses.save",
        payload: { ...aRecipient, uniqueId: randomUUID(), ...change },
      });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        error: { data: { fieldErrors: { [field]: message } } },
      });
    },
  );
});
