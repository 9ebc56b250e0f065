import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderWithApi } from "../../../testing/render.tsx";
import { someSettings } from "../../../testing/some-settings.ts";
import { BritishFields } from "./street-fields.tsx";
import { streetKey, typedRecipientSchema } from "./typed-recipient.ts";
import { type RecipientForm, useRecipientForm } from "./use-recipient-form.ts";

const user = userEvent.setup({ delay: null });
const downing = {
  line1: "10 Downing Street",
  line2: "",
  line3: "",
  town: "London",
  latitude: 51.503,
  longitude: -0.1276,
};

function Fields() {
  const { form } = useRecipientForm(null, "GB", async () => {});
  return (
    <>
      <BritishFields form={form} />
      <output aria-label="Where">{JSON.stringify(coordinatesIn(form.values))}</output>
    </>
  );
}

/** The coordinates that would be sent. */
function coordinatesIn({ latitude, longitude, locatedAt, ...typed }: RecipientForm["values"]) {
  return locatedAt === streetKey(typed) ? [latitude, longitude] : [];
}

const show = (hasAddressLookup: boolean, addresses = [downing]) =>
  renderWithApi(<Fields />, {
    settings: { public: () => ({ ...someSettings, region: "uk", hasAddressLookup }) },
    places: { ukByPostcode: () => ({ postcode: "SW1A 2AA", addresses }) },
  });

// shows S3.13
test("an address is filled in from its postcode", async () => {
  show(true);
  await user.type(await screen.findByLabelText(/^Postcode/), "sw1a2aa");
  await user.click(await screen.findByRole("button", { name: "Find address" }));
  const found = await screen.findByLabelText("Addresses at SW1A 2AA");
  await user.selectOptions(found, "10 Downing Street, London");
  expect(screen.getByLabelText<HTMLInputElement>(/^Address line 1/).value).toBe(
    "10 Downing Street",
  );
  expect(screen.getByLabelText<HTMLInputElement>(/^Town/).value).toBe("London");
  expect(screen.getByLabelText<HTMLInputElement>(/^Postcode/).value).toBe("SW1A 2AA");
  expect(screen.getByLabelText("Where").textContent).toBe('["51.503","-0.1276"]');
});

test("its coordinates are sent along, unless the street is changed", async () => {
  const typed = { ...downing, postalCode: "SW1A 2AA", streetAddress: downing.line1 };
  const values = (changes: object) => {
    const { latitude, longitude, line1: _, ...lines } = typed;
    return typedRecipientSchema.safeParse({
      entry: "uk",
      recipientFirstName: "Amy",
      recipientLastName: "Lee",
      recipientCell: "07400123456",
      recipientEmail: "amy@shop.test",
      businessOrResidential: "Residential",
      ...lines,
      locatedAt: streetKey(lines),
      latitude: String(latitude),
      longitude: String(longitude),
      ...changes,
    });
  };

  expect(values({}).data).toMatchObject({ latitude: 51.503, longitude: -0.1276 });
  for (const changes of [{ streetAddress: "11 Downing Street" }, { latitude: "" }]) {
    const { data, success } = values(changes);
    expect(success).toBe(true);
    expect(data).not.toHaveProperty("latitude");
    expect(data).not.toHaveProperty("longitude");
  }
});

test("an address that is not found is typed", async () => {
  show(true, []);
  await user.type(await screen.findByLabelText(/^Postcode/), "sw1a2aa");
  await user.click(await screen.findByRole("button", { name: "Find address" }));
  expect(await screen.findByText("No addresses found. Enter the address below.")).toBeTruthy();
});

test("the lookup is not offered if the shop has no service for it", async () => {
  show(false);
  await screen.findByLabelText(/^Postcode/);
  expect(screen.queryByRole("button", { name: "Find address" })).toBeNull();
});
