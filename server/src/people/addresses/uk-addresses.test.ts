import { expect } from "vitest";
import { test } from "../../testing/shop-test.ts";

const downing = {
  line1: "10 Downing Street",
  line2: "",
  line3: "",
  town: "London",
  latitude: 51.503,
  longitude: -0.1276,
};

test("a postcode is normalised as the Royal Mail writes it, with its addresses where a service knows them", async ({
  shop,
}) => {
  const alone = await shop.as(null);
  expect(await alone.places.ukByPostcode({ postcode: "sw1a2aa" })).toEqual({
    postcode: "SW1A 2AA",
    addresses: [],
  });
  const asked: string[] = [];
  const addressLookup = {
    find: async (postcode: string) => {
      asked.push(postcode);
      return [downing];
    },
  };
  const guest = await shop.as(null, { addressLookup });
  for (let times = 0; times < 30; times++)
    expect((await guest.places.ukByPostcode({ postcode: "SW1A 2AA" })).addresses).toEqual([
      downing,
    ]);
  await expect(guest.places.ukByPostcode({ postcode: "SW1A 2AA" })).rejects.toMatchObject({
    cause: { code: "access.too-many-tries" },
  });
  expect(asked).toHaveLength(30);
  expect((await guest.settings.public()).hasAddressLookup).toBe(true);
  expect((await alone.settings.public()).hasAddressLookup).toBe(false);
});
