import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeProcedure, Refusal } from "../../../../testing/fake-api.ts";
import { renderWithApi } from "../../../../testing/render.tsx";
import { someOrderId } from "../../../../testing/some-data.ts";
import { BookShipmentsDialog, PostOrdersDialog } from "./ship-orders-dialog.tsx";

const user = userEvent.setup({ delay: null });
const orders = [1, 2, 3].map((nth) => ({
  uuid: `${someOrderId.slice(0, -1)}${nth}`,
  orderNumber: 500 + nth,
}));
const idOf = (nth: number) => orders[nth - 1]?.uuid;

describe("booking the shipments of several orders", () => {
  test("tells the result of each, and repeats only what was not done, as the same command", async () => {
    let isDown = true;
    const createShipment = vi.fn<FakeProcedure<"courier", "createShipment">>(({ uuid }) => {
      if (uuid === idOf(2) && isDown) throw new Refusal("courier.unclear");
      return { uuid, trackingReferences: [`WB${uuid.at(-1)}`] };
    });
    const unpaid = { uuid: someOrderId, orderNumber: 500, toShip: false };
    const chosen = [unpaid, ...orders.map((order) => ({ ...order, toShip: true }))];
    renderWithApi(<BookShipmentsDialog orders={chosen} onClose={() => {}} />, {
      courier: { createShipment },
    });
    const dialog = within(await screen.findByRole("dialog", { name: "Book 3 shipments?" }));
    expect(dialog.getByText(/^Not included: 1 order without payment/)).toBeTruthy();
    await user.dblClick(dialog.getByRole("button", { name: "Book shipments" }));
    expect(await dialog.findByText("1 of 3 could not be done")).toBeTruthy();
    expect(dialog.getByText("Order 501: Booked, WB1")).toBeTruthy();
    expect(dialog.getByText(/^Order 502: .*before we book again/)).toBeTruthy();
    expect(dialog.getByText("Order 503: Booked, WB3")).toBeTruthy();
    expect(createShipment).toHaveBeenCalledTimes(3);

    isDown = false;
    await user.click(dialog.getByRole("button", { name: "Try the others again" }));
    expect(await dialog.findByText("All done")).toBeTruthy();
    expect(createShipment).toHaveBeenCalledTimes(4);
    const ofSecond = createShipment.mock.calls.filter(([{ uuid }]) => uuid === idOf(2));
    expect(new Set(ofSecond.map(([{ commandId }]) => commandId)).size).toBe(1);
    expect(dialog.queryByRole("button", { name: /again|Book/ })).toBeNull();
  });
});

describe("marking several orders as sent", () => {
  const show = (recordPosting: FakeProcedure<"courier", "recordPosting">) =>
    renderWithApi(<PostOrdersDialog orders={orders} onClose={() => {}} />, {
      courier: {
        forOrder: ({ uuid }) => ({
          region: "uk",
          currency: "GBP",
          service: "RM",
          goesByCourier: false,
          collection: null,
          quote: null,
          isToBeQuoted: false,
          collectionAt: null,
          isShipped: uuid === idOf(3),
          parcelsToPost: uuid === idOf(3) ? 0 : uuid === idOf(2) ? 2 : 1,
          isPosted: false,
          shipments: [],
          quotedAt: null,
          isQuoteStale: false,
          takenBack: 0,
          surplus: [],
          isCancellable: false,
        }),
        recordPosting,
      },
    });

  test("records the numbers of each, and leaves orders without numbers as they are", async () => {
    const recordPosting = vi.fn<FakeProcedure<"courier", "recordPosting">>(
      ({ uuid, trackingReferences }) => ({ uuid, trackingReferences }),
    );
    show(recordPosting);
    const dialog = within(await screen.findByRole("dialog", { name: "Mark 3 orders as sent" }));
    expect(await dialog.findByText("Nothing to send for order 503.")).toBeTruthy();
    await user.type(dialog.getByLabelText("Tracking number of order 501"), "rm 123456 gb");
    await user.click(dialog.getByRole("button", { name: "Mark as sent" }));

    expect(await dialog.findByText("Order 501: Marked as sent, RM123456GB")).toBeTruthy();
    expect(
      recordPosting.mock.calls.map(([{ uuid, trackingReferences }]) => [uuid, trackingReferences]),
    ).toEqual([[idOf(1), ["RM123456GB"]]]);
    expect(dialog.getByLabelText<HTMLInputElement>("Tracking number of order 501").disabled).toBe(
      true,
    );

    await user.type(dialog.getByLabelText("Tracking number of order 502, parcel 1"), "RM222222GB");
    await user.type(dialog.getByLabelText("Tracking number of order 502, parcel 2"), "RM333333GB");
    await user.click(dialog.getByRole("button", { name: "Mark as sent" }));
    expect(await dialog.findByText("All done")).toBeTruthy();
    expect(recordPosting).toHaveBeenCalledTimes(2);
  });

  test("refuses what is no tracking number", async () => {
    const recordPosting = vi.fn<FakeProcedure<"courier", "recordPosting">>(() => {
      throw new Refusal("courier.not-paid");
    });
    show(recordPosting);
    const dialog = within(await screen.findByRole("dialog", { name: "Mark 3 orders as sent" }));
    await user.type(await dialog.findByLabelText("Tracking number of order 501"), "call me");
    await user.click(dialog.getByRole("button", { name: "Mark as sent" }));
    expect(
      (await dialog.findAllByText(/letters and digits of the tracking number/)).length,
    ).toBeGreaterThan(0);
    expect(recordPosting).not.toHaveBeenCalled();
  });

  test("refuses one tracking number for two parcels of an order", async () => {
    const recordPosting = vi.fn<FakeProcedure<"courier", "recordPosting">>();
    show(recordPosting);
    const dialog = within(await screen.findByRole("dialog", { name: "Mark 3 orders as sent" }));
    const parcel = (nth: number) =>
      dialog.getByLabelText(`Tracking number of order 502, parcel ${nth}`);
    await dialog.findByText("Nothing to send for order 503.");
    await user.type(parcel(1), "RM222222GB");
    await user.type(parcel(2), "RM222222GB");
    await user.click(dialog.getByRole("button", { name: "Mark as sent" }));
    expect((await dialog.findByRole("alert")).textContent).toContain(
      "a tracking number of its own",
    );
    expect(recordPosting).not.toHaveBeenCalled();
  });
});
