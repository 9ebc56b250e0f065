import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { pickFilter } from "../../../testing/filters.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anAddress, anOrderDetail, someOrderId, someProducts } from "../../../testing/some-data.ts";
import { MyOrdersScreen } from "./my-orders-screen.tsx";
import { OrdersScreen } from "./orders-screen.tsx";
// Loaded lazily by the screen; imported here, so that loading does not count towards the timeout of a test.
import "./order-recipient-dialog.tsx";
import "../../people/addresses/person-and-street.tsx";

const user = userEvent.setup({ delay: null });
const address = { path: "/admin/orders", pattern: "/admin/orders" };
const otherId = "7f2c1d1e-0000-4000-8000-000000000002";

const listed: ApiOutputs["orders"]["list"]["rows"][number] = {
  uuid: someOrderId,
  orderNumber: 10_421,
  state: "paid",
  currency: "ZAR",
  live: true,
  total: 140_000,
  received: 140_000,
  refunded: 0,
  units: 4,
  region: "za",
  placedAt: "2026-11-20T09:05:00.000Z",
  paidAt: "2026-11-20T10:05:00.000Z",
  buyerId: 3,
  buyerName: "Kim Person",
  sellerId: 12,
  sellerName: "Ben Naidoo",
  overpaid: false,
  underpaid: false,
  toBeQuoted: false,
  toShip: false,
  collected: false,
  parcel: null,
};
const rows = [listed, { ...listed, uuid: otherId, orderNumber: 10_422, overpaid: true }];

function open(orders: NonNullable<FakeApi["orders"]>, rest: FakeApi = {}) {
  const list = () => ({ rows, total: 2, isCapped: false });
  const fake = { ...rest, orders: { list, detail: () => anOrderDetail, ...orders } };
  renderWithApi(<OrdersScreen />, fake, {
    ...address,
    path: `/admin/orders?order=${someOrderId}`,
  });
  return screen.findByRole("dialog", { name: "Order 10421" });
}

const aDelivery: ApiOutputs["courier"]["forOrder"] = {
  region: "za",
  currency: "ZAR",
  service: "ECO",
  goesByCourier: true,
  collection: null,
  quote: { service: "ECO", rate: 7550 },
  isToBeQuoted: false,
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

/** Chooses an action from the menu in the foot of the sheet. */
async function act(sheet: ReturnType<typeof within>, name: string): Promise<void> {
  await user.click(sheet.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name }));
}

describe("an order of the office", () => {
  // shows S2.23
  test("opens from its address with recipients and history", async () => {
    const sheet = within(await open({}));
    expect(sheet.getByText("Thandi Nkosi")).toBeTruthy();
    expect(sheet.getByText("Ring twice")).toBeTruthy();
    const papers = ["Invoice (PDF)", "Packing slip (PDF)"].map((name) =>
      sheet.getByRole("link", { name }).getAttribute("href"),
    );
    expect(papers).toEqual([
      `/orders/${someOrderId}/invoice.pdf`,
      `/orders/${someOrderId}/packing-slip.pdf`,
    ]);
    await user.click(sheet.getByRole("tab", { name: "History" }));
    expect(sheet.getByText(/received by bank transfer/)).toBeTruthy();
    expect(sheet.getByText(/Thandi Admin: RH10421/)).toBeTruthy();
    expect(window.location.search).toBe(`?order=${someOrderId}&part=history`);
    // A paid order has no payment to record, and is refunded before it can be cancelled.
    expect(sheet.queryByRole("button", { name: "Record bank transfer" })).toBeNull();
    await user.click(sheet.getByRole("tab", { name: "Money" }));
    expect(sheet.queryByRole("button", { name: "Record payment" })).toBeNull();
    await user.click(sheet.getByRole("button", { name: "More actions" }));
    expect(await screen.findByRole("menuitem", { name: "Refund order" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Cancel order" })).toBeNull();
  });

  // shows S2.23
  test("shows the store credit that was used, and what is left to pay", async () => {
    const at = "2026-11-20T10:05:00.000Z";
    const received = { type: "PaymentReceived", at, actorName: null, note: null } as const;
    const steps = [
      { ...received, method: "credit" as const, amount: 30_000 },
      { ...received, method: "eft" as const, amount: 20_000 },
    ];
    const partly = { ...anOrderDetail, state: "placed" as const, paidAt: null, received: 50_000 };
    const sheet = within(await open({ detail: () => ({ ...partly, steps }) }));
    await user.click(sheet.getByRole("tab", { name: "Money" }));
    const factOf = (name: string) =>
      sheet.getByText(name, { selector: "dt" }).parentElement?.textContent;
    expect(factOf("Store credit used")).toBe("Store credit used−R300.00");
    expect(factOf("Received")).toBe("ReceivedR200.00");
    expect(factOf("Amount due")).toBe("Amount dueR900.00");
  });

  // shows S6.20
  test("lets the office edit the address", async () => {
    const recipient = vi.fn<FakeProcedure<"orders", "recipient">>(() => anAddress);
    const catalog = { products: () => someProducts };
    const sheet = within(await open({ recipient }, { catalog }));
    await user.click(sheet.getByRole("button", { name: "Edit the address of Thandi Nkosi" }));
    const title = "Change the delivery address";
    await screen.findByLabelText(/^First name/);
    const dialog = within(screen.getByRole("dialog", { name: title }));
    expect(recipient).toHaveBeenCalledWith({ uuid: someOrderId, section: 1 });
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog", { name: title })).toBeNull();
  });

  test("shows why the address cannot be edited", async () => {
    const refusal = "Cancel the shipment, then change the address.";
    const sections = anOrderDetail.sections.map((section) => ({
      ...section,
      correction: { refusal },
    }));
    const sheet = within(await open({ detail: () => ({ ...anOrderDetail, sections }) }));
    expect(sheet.getByText(refusal)).toBeTruthy();
    expect(sheet.queryByRole("button", { name: /Edit the address/ })).toBeNull();
  });

  test("is partly refunded, up to what is left", async () => {
    const refund = vi.fn<FakeProcedure<"orders", "refund">>(({ uuid }) => ({
      uuid,
      state: "partly-refunded",
      proposalId: null,
    }));
    const sheet = within(await open({ refund }));
    await act(sheet, "Refund order");
    const dialog = within(screen.getByRole("dialog", { name: "Refund order 10421" }));
    const type = async (label: RegExp, text: string) => {
      await user.clear(dialog.getByLabelText(label));
      await user.type(dialog.getByLabelText(label), text);
    };
    await type(/^Amount\b(?! for)/, "1400.01");
    await type(/^Reason/, "one broke");
    await user.click(dialog.getByRole("button", { name: "Refund order" }));
    expect(dialog.getAllByText(/You can refund up to R1.400\.00\./).length).toBeGreaterThan(0);
    expect(refund).not.toHaveBeenCalled();

    // A refund above the delivery is for goods, and a refund of all goods returns all units.
    await type(/^Amount\b(?! for)/, "1399");
    await type(/^Amount for goods/, "1298.99");
    await user.click(dialog.getByRole("button", { name: "Refund order" }));
    expect(dialog.getAllByText(/At least R1.299\.00 of this is for goods\./)).not.toEqual([]);
    await type(/^Amount\b(?! for)/, "1400");
    await type(/^Amount for goods/, "1300");
    await type(/^Units/, "3");
    await user.click(dialog.getByRole("button", { name: "Refund order" }));
    expect(dialog.getAllByText("All goods are refunded, so enter all 4 units.")).not.toEqual([]);
    expect(refund).not.toHaveBeenCalled();

    await type(/^Amount\b(?! for)/, "325");
    await type(/^Amount for goods/, "325");
    await type(/^Units/, "1");
    await user.click(dialog.getByRole("button", { name: "Refund order" }));
    await vi.waitFor(() =>
      expect(refund.mock.calls[0]?.[0]).toMatchObject({
        uuid: someOrderId,
        amount: 32_500,
        productAmount: 32_500,
        units: 1,
        method: "eft",
        reason: "one broke",
      }),
    );
  });

  // shows T333
  test("is refunded to the card only as far as it was paid by card", async () => {
    const offered = (dialog: HTMLElement) =>
      within(dialog).queryAllByRole("option", { name: "Card" }).length;
    const dialogOf = () => screen.getByRole("dialog", { name: "Refund order 10421" });
    const byEft = within(await open({}));
    await act(byEft, "Refund order");
    expect(offered(dialogOf())).toBe(0);
    cleanup();

    const move = {
      id: "pf-1",
      kind: "payment" as const,
      method: "card" as const,
      at: "2026-11-20T10:05:00.000Z",
      amount: 40_000,
      fee: 0,
      words: "",
      actorName: null,
      isUndone: false,
      standing: null,
    };
    const rest = { ...move, id: "eft-1", method: "eft" as const, amount: 100_000 };
    const money = { moves: [move, rest], vat: 8478, commission: 8478 };
    const byBoth = within(await open({ detail: () => ({ ...anOrderDetail, money }) }));
    await act(byBoth, "Refund order");
    expect(offered(dialogOf())).toBe(1);
    const dialog = within(dialogOf());
    expect(dialog.getByLabelText(/^Refund method/)).toHaveProperty("value", "card");
    await user.type(dialog.getByLabelText(/^Reason/), "one broke");
    await user.click(dialog.getByRole("button", { name: "Refund order" }));
    const most = "Up to R400.00 can go back to the card.";
    expect(dialog.getByLabelText(/^Amount\b(?! for)/).getAttribute("aria-invalid")).toBe("true");
    expect(dialog.getAllByText(most).length).toBeGreaterThan(1);
  });

  // shows T350
  test("is refunded as store credit where store credit paid it", async () => {
    const refund = vi.fn<FakeProcedure<"orders", "refund">>(({ uuid }) => ({
      uuid,
      state: "refunded",
      proposalId: null,
    }));
    const paidBy = (credit: number) => {
      const [eft] = anOrderDetail.money?.moves ?? [];
      if (!eft) throw new Error("it was paid");
      const rest = eft.amount - credit;
      const moves = [
        { ...eft, id: "credit-1", method: "credit" as const, amount: credit },
        ...(rest > 0 ? [{ ...eft, amount: rest }] : []),
        { ...eft, id: "eft-2", isUndone: true },
      ];
      const money = { moves, vat: 8478, commission: 8478 };
      return { refund, detail: () => ({ ...anOrderDetail, money }) };
    };
    const dialogOf = () => within(screen.getByRole("dialog", { name: "Refund order 10421" }));
    await act(within(await open(paidBy(140_000))), "Refund order");
    const byCredit = dialogOf();
    expect(byCredit.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "Store credit",
    ]);
    await user.type(byCredit.getByLabelText(/^Reason/), "it came back");
    await user.click(byCredit.getByRole("button", { name: "Refund order" }));
    await vi.waitFor(() =>
      expect(refund.mock.calls[0]?.[0]).toMatchObject({ amount: 140_000, method: "credit" }),
    );
    cleanup();

    await act(within(await open(paidBy(100_000))), "Refund order");
    const mixed = dialogOf();
    expect(mixed.getByText("Up to R400.00 can go back by bank transfer.")).toBeTruthy();
    expect(mixed.getByLabelText(/^Refund method/)).toHaveProperty("value", "eft");
    await user.type(mixed.getByLabelText(/^Reason/), "it came back");
    await user.click(mixed.getByRole("button", { name: "Refund order" }));
    expect(mixed.getByLabelText(/^Amount\b(?! for)/).getAttribute("aria-invalid")).toBe("true");
    expect(refund).toHaveBeenCalledTimes(1);
  });

  test("is cancelled with a reason while it is unpaid", async () => {
    const cancel = vi.fn<FakeProcedure<"orders", "cancel">>(() => {
      throw new Refusal("order.already-cancelled");
    });
    const left = { amount: 0, goods: 0, units: 0 };
    const detail = () => ({
      ...anOrderDetail,
      state: "placed" as const,
      paidAt: null,
      received: 0,
      left,
    });
    const sheet = within(await open({ detail, cancel }));
    await act(sheet, "Cancel order");
    expect(screen.queryByRole("menuitem", { name: "Refund order" })).toBeNull();
    const dialog = within(screen.getByRole("dialog", { name: "Cancel order 10421?" }));
    await user.click(dialog.getByRole("button", { name: "Cancel order" }));
    expect(cancel).not.toHaveBeenCalled();

    await user.type(dialog.getByLabelText(/^Reason/), "entered twice");
    await user.click(dialog.getByRole("button", { name: "Cancel order" }));
    expect(await dialog.findByText("This order is already cancelled.")).toBeTruthy();
  });

  test("asks before another tab loses a payment that was typed", async () => {
    const sheet = within(
      await open({
        detail: () => ({ ...anOrderDetail, state: "placed", paidAt: null, received: 0 }),
      }),
    );
    await user.click(sheet.getByRole("tab", { name: "Money" }));
    await user.type(await sheet.findByLabelText(/^Bank reference/), "x");
    await user.click(sheet.getByRole("tab", { name: "History" }));
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(window.location.search).toContain("part=money");
    await user.click(sheet.getByRole("tab", { name: "History" }));
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    await vi.waitFor(() => expect(window.location.search).toContain("part=history"));
  });

  test("resends an email", async () => {
    const resendEmail = vi.fn<FakeProcedure<"system", "resendEmail">>(() => ({ queued: true }));
    const sheet = within(await open({}, { system: { resendEmail } }));
    await user.click(sheet.getByRole("tab", { name: "History" }));
    await user.click(sheet.getByRole("button", { name: "Resend: “Order paid”" }));
    await vi.waitFor(() => expect(resendEmail).toHaveBeenCalledWith({ id: 7 }));
  });

  test("offers the tracking of a shipped order", async () => {
    const forOrder = () => ({ ...aDelivery, isShipped: true });
    const sheet = within(await open({}, { courier: { forOrder } }));
    await user.click(sheet.getByRole("tab", { name: "History" }));
    await user.click(await sheet.findByRole("button", { name: "Track shipment" }));
    const heading = await sheet.findByRole("heading", { name: "Delivery" });
    await vi.waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test("shows that an order is unknown", async () => {
    renderWithApi(
      <OrdersScreen />,
      {
        orders: {
          list: () => ({ rows, total: 2, isCapped: false }),
          detail: () => {
            throw new Refusal("order.unknown");
          },
        },
      },
      { ...address, path: `/admin/orders?order=${someOrderId}` },
    );
    expect(await screen.findByText(/We could not find that order/)).toBeTruthy();
  });
});

describe("several orders", () => {
  test("are reassigned to another seller, naming those that failed", async () => {
    const reassignMany = vi.fn<FakeProcedure<"orders", "reassignMany">>(() => ({
      moved: 1,
      failed: [
        {
          uuid: otherId,
          reason: "order.already-cancelled",
          message: "This order is already cancelled.",
        },
      ],
      proposed: [],
    }));
    const sellers = () => [{ id: 9, fullName: "Anna Person", code: "ANNA" }];
    const list = () => ({ rows, total: 2, isCapped: false });
    renderWithApi(<OrdersScreen />, { orders: { list, sellers, reassignMany } }, address);
    await user.click(await screen.findByRole("checkbox", { name: "Select order 10421" }));
    await user.click(screen.getByRole("checkbox", { name: "Select order 10422" }));
    expect(screen.getByText(/^2 selected/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Reassign to another seller" }));
    await user.click(await screen.findByRole("combobox", { name: /^Seller/ }));
    await user.click(await screen.findByRole("option", { name: "Anna Person (ANNA)" }));
    await user.click(screen.getByRole("button", { name: "Reassign" }));

    expect(await screen.findByText("Order 10422: This order is already cancelled.")).toBeTruthy();
    const [request] = reassignMany.mock.calls[0] ?? [];
    expect(request?.sellerId).toBe(9);
    expect(request?.orders.map(({ uuid }) => uuid)).toEqual([someOrderId, otherId]);
  });

  test("are filtered by the address, ignoring invalid values", async () => {
    const list = vi.fn<FakeProcedure<"orders", "list">>(() => ({
      rows,
      total: 2,
      isCapped: false,
    }));
    const path = "/admin/orders?state=overpaid&method=eft&region=mars&from=2026-11-01&to=never";
    renderWithApi(<OrdersScreen />, { orders: { list } }, { ...address, path });
    await screen.findByRole("row", { name: /10422.*Overpaid/ });
    expect(list).toHaveBeenCalledWith({
      page: 1,
      pageSize: 20,
      sort: { by: "placedAt", direction: "desc" },
      overpaid: true,
      method: "eft",
      from: "2026-11-01",
    });
    await pickFilter(user, "Paid by", "Card");
    await vi.waitFor(() => expect(window.location.search).toContain("method=card"));
  });
});

test("a buyer's own order shows its delivery, and can be cancelled while it is unpaid", async () => {
  const left = { amount: 0, goods: 0, units: 0 };
  const mine = { ...anOrderDetail, view: "buyer" as const, mails: [], state: "placed" as const };
  const cancel = vi.fn<FakeProcedure<"orders", "cancel">>(({ uuid }) => ({
    uuid,
    state: "cancelled",
  }));
  const fake = {
    mine: () => ({
      rows: [{ ...listed, state: "placed" as const, recipients: ["Thandi Mokoena"] }],
      total: 1,
      isCapped: false,
    }),
    detail: () => ({ ...mine, paidAt: null, received: 0, left }),
    cancel,
  };
  renderWithApi(<MyOrdersScreen />, { orders: fake }, address);
  await user.click(await screen.findByRole("button", { name: "Open order 10421" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Order 10421" }));
  expect(sheet.getByText("Thandi Nkosi")).toBeTruthy();
  expect(sheet.queryByText("Seller")).toBeNull();
  await user.click(sheet.getByRole("button", { name: "Cancel order" }));
  const dialog = within(screen.getByRole("dialog", { name: "Cancel order 10421?" }));
  await user.click(dialog.getByRole("button", { name: "Cancel order" }));
  await vi.waitFor(() => expect(cancel).toHaveBeenCalledTimes(1));
});
