import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeApi, type FakeProcedure, Refusal } from "../../../../testing/fake-api.ts";
import { renderWithApi } from "../../../../testing/render.tsx";
import { someOrderId } from "../../../../testing/some-data.ts";
import { formatDay, today } from "../../../../ui/days.tsx";
import { DeliverySection, type OrderDelivery } from "./delivery-section.tsx";
import { CreateShipment } from "./shipment-forms.tsx";

const user = userEvent.setup({ delay: null });
const uuid = someOrderId;

const placed: OrderDelivery = {
  region: "za",
  currency: "ZAR",
  service: "ECO",
  goesByCourier: true,
  collection: null,
  quote: null,
  isToBeQuoted: true,
  collectionAt: null,
  isShipped: false,
  parcelsToPost: 0,
  isPosted: false,
  shipments: [],
  quotedAt: null,
  isQuoteStale: false,
  takenBack: 0,
  surplus: [],
  isCancellable: false,
};
const quoted: OrderDelivery = {
  ...placed,
  quote: { service: "ECO", rate: 7550 },
  isToBeQuoted: false,
};

const aParcel: OrderDelivery["shipments"][number] = {
  section: 1,
  trackingReference: "PZDRMT",
  state: "booked",
  seenAt: null,
};

function show(delivery: OrderDelivery, courier: FakeApi["courier"] = {}, isPaid = true) {
  renderWithApi(
    <>
      <DeliverySection uuid={uuid} isPaid={isPaid} isOpen />
      {isPaid && <CreateShipment uuid={uuid} onTrack={() => {}} />}
    </>,
    { courier: { forOrder: () => delivery, ...courier } },
  );
}

describe("the delivery of an order", () => {
  test("updates an expired quote", async () => {
    const updateQuote = vi.fn<FakeProcedure<"courier", "updateQuote">>(() => ({
      uuid,
      service: "LOF",
      rate: 11_000,
      former: { service: "ECO", rate: 7550 },
    }));
    show(placed, { updateQuote });
    expect(await screen.findByText("Quote expired")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Book shipment" })).toBeNull();

    await user.selectOptions(screen.getByLabelText("Service"), "LOF");
    await user.click(screen.getByRole("button", { name: "Update quote" }));
    expect(updateQuote.mock.calls[0]?.[0]).toMatchObject({ uuid, service: "LOF" });
    const change = within(await screen.findByText(/^Was/));
    expect(change.getByText("R75.50")).toBeTruthy();
    expect(change.getByText("R34.50")).toBeTruthy();
  });

  // shows S8.5
  test("shows why the courier gave no price", async () => {
    show(placed, {
      updateQuote: () => {
        throw new Refusal("courier.down");
      },
    });
    await user.click(await screen.findByRole("button", { name: "Update quote" }));
    expect(
      await screen.findByText(
        "The courier’s system is not responding. Try again in a few minutes.",
      ),
    ).toBeTruthy();
  });

  test("books a collection within office hours only", async () => {
    vi.setSystemTime("2026-11-20T08:00:00.000Z");
    const quoteToCollection = vi.fn<FakeProcedure<"courier", "quoteToCollection">>(
      (input) => input,
    );
    show(quoted, { quoteToCollection });
    const form = within(await screen.findByRole("form", { name: "Book collection" }));
    await user.type(form.getByLabelText(/Collection date/), "2026-11-28");
    await user.click(form.getByRole("button", { name: "Book collection" }));
    expect((await form.findAllByText(/Monday to Friday, 9:00 to 15:00\. Choose/)).length).toBe(2);
    expect(quoteToCollection).not.toHaveBeenCalled();

    const date = form.getByLabelText(/Collection date/);
    expect(date.getAttribute("placeholder")).toBe(formatDay(today()));
    const times = within(form.getByLabelText(/Time/)).getAllByRole("option");
    expect([times[0]?.textContent, times[1]?.textContent, times.at(-1)?.textContent]).toEqual([
      "09:00",
      "09:30",
      "15:00",
    ]);
    await user.selectOptions(form.getByLabelText(/Time/), "14:30");

    await user.clear(form.getByLabelText(/Collection date/));
    await user.type(form.getByLabelText(/Collection date/), "2026-11-26");
    await user.click(form.getByRole("button", { name: "Book collection" }));
    expect(quoteToCollection.mock.calls[0]?.[0]).toMatchObject({
      collectionAt: "2026-11-26T12:30:00.000Z",
    });
    vi.useRealTimers();
  });

  test("is not booked before payment, nor without a confirmation", async () => {
    const createShipment = vi.fn<FakeProcedure<"courier", "createShipment">>(() => ({
      uuid,
      trackingReferences: ["PZDRMT"],
    }));
    show(quoted, { createShipment }, false);
    expect(await screen.findByText("You can book a shipment once the order is paid.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Book shipment" })).toBeNull();
  });

  test("is booked after the confirmation", async () => {
    const createShipment = vi.fn<FakeProcedure<"courier", "createShipment">>(() => {
      throw new Refusal("courier.unclear");
    });
    show(quoted, { createShipment });
    await user.click(await screen.findByRole("button", { name: "Book shipment" }));
    const question = within(await screen.findByRole("dialog", { name: "Book this shipment?" }));
    await user.click(question.getByRole("button", { name: "Book shipment" }));
    expect(await screen.findByText(/before we book again/)).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Book shipment" }));
    const ids = createShipment.mock.calls.map(([input]) => input.commandId);
    expect(new Set(ids).size).toBe(1);
  });

  test("shows its tracking, and the waybill on demand", async () => {
    const waybillUrl = vi.fn<FakeProcedure<"courier", "waybillUrl">>(() => [
      { trackingReference: "PZDRMT", url: "https://labels.example/1.pdf" },
    ]);
    show(
      {
        ...quoted,
        isShipped: true,
        shipments: [aParcel],
      },
      { waybillUrl },
    );
    expect(await screen.findByText("PZDRMT")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Update quote" })).toBeNull();
    expect(waybillUrl).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Get waybill" }));
    const link = await screen.findByRole("link", { name: "Open waybill PZDRMT" });
    expect(link.getAttribute("href")).toBe("https://labels.example/1.pdf");
  });

  test("is cancelled with a reason before the courier collected it", async () => {
    const cancelShipment = vi.fn<FakeProcedure<"courier", "cancelShipment">>(() => ({
      uuid,
      cancelled: 1,
    }));
    const shipped = { ...quoted, isShipped: true, isCancellable: true, shipments: [aParcel] };
    show(shipped, { cancelShipment });
    expect(await screen.findByText("Waiting for the courier")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel shipment" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Cancel this shipment?" }));
    await user.click(dialog.getByRole("button", { name: "Cancel shipment" }));
    expect(cancelShipment).not.toHaveBeenCalled();
    await user.type(dialog.getByLabelText(/^Reason/), "Wrong street");
    await user.click(dialog.getByRole("button", { name: "Cancel shipment" }));
    await vi.waitFor(() =>
      expect(cancelShipment.mock.calls[0]?.[0]).toEqual({ uuid, reason: "Wrong street" }),
    );
  });

  test("names a second shipment of the courier, which is cancelled alone", async () => {
    const cancelShipment = vi.fn<FakeProcedure<"courier", "cancelShipment">>(() => ({
      uuid,
      cancelled: 0,
    }));
    const shipped = { ...quoted, isShipped: true, shipments: [aParcel], surplus: ["TWICE2"] };
    show(shipped, { cancelShipment });
    await user.click(await screen.findByRole("button", { name: "Cancel shipment TWICE2" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Cancel shipment TWICE2?" }));
    expect(dialog.getByText(/keeps its other shipment/)).toBeTruthy();
    await user.type(dialog.getByLabelText(/^Reason/), "Booked twice");
    await user.click(dialog.getByRole("button", { name: "Cancel shipment" }));
    await vi.waitFor(() =>
      expect(cancelShipment.mock.calls[0]?.[0]).toEqual({
        uuid,
        reason: "Booked twice",
        surplus: "TWICE2",
      }),
    );
    expect(await screen.findByText(/Call the courier to get it back/)).toBeTruthy();
  });

  test("cannot be cancelled after the courier collected it", async () => {
    show({ ...quoted, isShipped: true, shipments: [{ ...aParcel, state: "delivered" }] });
    expect(await screen.findByText("Delivered")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Cancel shipment" })).toBeNull();
  });

  test("offers nothing for a collected order", async () => {
    show({
      ...placed,
      service: "COL",
      goesByCourier: false,
      isToBeQuoted: false,
      collection: { by: "courier", courierName: "Swift" },
    });
    expect(await screen.findByText("Collection from our office by a courier: Swift")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("is marked as sent where the office posts the parcels", async () => {
    const recordPosting = vi.fn<FakeProcedure<"courier", "recordPosting">>(() => ({
      uuid,
      trackingReferences: [],
    }));
    const british = { ...placed, region: "uk", currency: "GBP", goesByCourier: false } as const;
    show({ ...british, isToBeQuoted: false, parcelsToPost: 2 }, { recordPosting });
    await user.click(await screen.findByRole("button", { name: "Mark as sent" }));
    const dialog = within(screen.getByRole("dialog", { name: "Mark this order as sent" }));
    await user.type(dialog.getByLabelText(/parcel 1/), "rm 1234 5678 9gb");
    await user.click(dialog.getByRole("button", { name: "Mark as sent" }));
    expect(dialog.getByRole("alert").textContent).toContain("letters and digits");
    expect(recordPosting).not.toHaveBeenCalled();

    await user.type(dialog.getByLabelText(/parcel 2/), "RM123456789GB");
    await user.click(dialog.getByRole("button", { name: "Mark as sent" }));
    expect(dialog.getByRole("alert").textContent).toContain("a tracking number of its own");
    expect(recordPosting).not.toHaveBeenCalled();

    await user.clear(dialog.getByLabelText(/parcel 2/));
    await user.type(dialog.getByLabelText(/parcel 2/), "RM987654321GB");
    await user.click(dialog.getByRole("button", { name: "Mark as sent" }));
    await vi.waitFor(() => expect(recordPosting).toHaveBeenCalledTimes(1));
    expect(recordPosting.mock.calls[0]?.[0]).toMatchObject({
      uuid,
      trackingReferences: ["RM123456789GB", "RM987654321GB"],
      former: [],
    });
  });

  test("allows correcting the tracking number of posted parcels only", async () => {
    const recordPosting = vi.fn<FakeProcedure<"courier", "recordPosting">>(() => ({
      uuid,
      trackingReferences: [],
    }));
    const shipments = ["RM111111111GB", "RM222222222GB"].map((trackingReference, at) => {
      return { section: at + 1, trackingReference, state: null, seenAt: null };
    });
    const british = { ...placed, region: "uk", currency: "GBP", goesByCourier: false } as const;
    show(
      { ...british, isToBeQuoted: false, isShipped: true, isPosted: true, shipments },
      { recordPosting },
    );
    await user.click(await screen.findByRole("button", { name: "Correct tracking number" }));
    const dialog = within(screen.getByRole("dialog", { name: "Correct the tracking number" }));
    const second = dialog.getByLabelText(/parcel 2/);
    await user.clear(second);
    await user.type(second, "RM222222228GB");
    await user.click(dialog.getByRole("button", { name: "Correct" }));
    await vi.waitFor(() => expect(recordPosting).toHaveBeenCalledTimes(1));
    expect(recordPosting.mock.calls[0]?.[0]).toMatchObject({
      uuid,
      trackingReferences: ["RM111111111GB", "RM222222228GB"],
      former: ["RM111111111GB", "RM222222222GB"],
    });
  });
});
