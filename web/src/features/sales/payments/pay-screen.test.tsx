import { formatMoney } from "@portal/shared/platform/money.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { Breakdown, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import {
  aDistributor,
  anOrderDetail,
  anOrderToPay,
  someOrderId,
} from "../../../testing/some-data.ts";
import { someSettings } from "../../../testing/some-settings.ts";
import { rememberLeaving } from "./payment-methods.tsx";
import { PayScreen } from "./pay-screen.tsx";

const address = { path: `/orders/pay/${someOrderId}`, pattern: "/orders/pay/:uuid" };
const user = userEvent.setup({ delay: null });

function show(order: Partial<ApiOutputs["orders"]["byUuid"]> = {}) {
  return renderWithApi(
    <PayScreen />,
    {
      orders: { byUuid: () => ({ ...anOrderToPay, ...order }) },
      settings: { public: () => someSettings },
    },
    address,
  );
}

describe("the payment page", () => {
  // shows S2.1
  test("names the order and the card provider", async () => {
    show();

    expect(await screen.findByRole("heading", { name: "Pay order 10421" })).toBeTruthy();
    expect(screen.getByText("4 × Original 50ml")).toBeTruthy();
    expect(screen.getByText(/You’ll pay on PayFast’s secure page/)).toBeTruthy();
    expect(screen.queryByText(/Test mode/)).toBeNull();
  });

  test("warns about test mode", async () => {
    show({ card: { ...anOrderToPay.card, live: false } });
    expect(await screen.findByText("Test mode: no real payment is taken")).toBeTruthy();
  });

  test("keeps the bank details open through a reload, and emails them once", async () => {
    const mailEftDetails = vi.fn<FakeProcedure<"orders", "mailEftDetails">>(() => ({
      queued: true,
    }));
    const orders = { byUuid: () => anOrderToPay, mailEftDetails };
    const { unmount } = renderWithApi(<PayScreen />, { orders }, address);
    await user.click(await screen.findByRole("radio", { name: "Pay by bank transfer" }));
    await user.click(screen.getByRole("button", { name: "PAY WITH EFT" }));
    await screen.findByText("Your order is placed.");
    unmount();

    renderWithApi(<PayScreen />, { orders }, address);
    expect(await screen.findByText("Your order is placed.")).toBeTruthy();
    expect(mailEftDetails).toHaveBeenCalledTimes(1);
  });

  test("offers no card where cards are not accepted", async () => {
    show({ card: { ...anOrderToPay.card, available: false } });
    expect(await screen.findByRole("button", { name: "PAY WITH EFT" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /by card/ })).toBeNull();
  });

  test("says that a rest is too little to pay by card", async () => {
    const card = { ...anOrderToPay.card, available: false };
    show({ received: anOrderToPay.total - 300, card });
    expect(await screen.findByText("R3.00 is too little to pay by card.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "PAY WITH EFT" })).toBeTruthy();
  });

  test.for([
    ["failed", "Your card payment did not go through", /You were not charged/],
    ["pending", "Your card payment is being checked", /Do not pay again/],
  ] as const)("says that a card payment %s, and what to do", async ([status, title, words]) => {
    const lastAttempt = { status, at: "2026-03-09T15:05:00.000Z" };
    show({ card: { ...anOrderToPay.card, lastAttempt } });
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByRole("button", { name: /by card/ })).toBeTruthy();
  });

  test("is at rest again, and reads the order anew, where the browser shows it as it was left", async () => {
    const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockReturnValue();
    const byUuid = vi.fn<FakeProcedure<"orders", "byUuid">>(() => anOrderToPay);
    const fields = [{ name: "amount", value: "1400.00" }];
    const paymentForm = () => ({ action: "https://cards.test/", fields });
    const orders = { byUuid, paymentForm };
    renderWithApi(<PayScreen />, { orders, settings: { public: () => someSettings } }, address);
    const button = () => screen.getByRole("button", { name: /by card/ });
    await user.click(await screen.findByRole("button", { name: /by card/ }));
    await waitFor(() => expect(submit).toHaveBeenCalled());
    expect(button().hasAttribute("data-loading")).toBe(true);

    const reads = byUuid.mock.calls.length;
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
    expect(byUuid.mock.calls).toHaveLength(reads);
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    await waitFor(() => expect(button().hasAttribute("data-loading")).toBe(false));
    expect(byUuid.mock.calls).toHaveLength(reads + 1);
    expect(screen.getByText("This order is not paid")).toBeTruthy();
    submit.mockRestore();
  });

  test("frees the button where the provider's page does not open, and says why", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
    const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockReturnValue();
    const fields = [{ name: "amount", value: "1400.00" }];
    const paymentForm = () => ({ action: "https://cards.test/", fields });
    const orders = { byUuid: () => anOrderToPay, paymentForm };
    renderWithApi(<PayScreen />, { orders, settings: { public: () => someSettings } }, address);
    const button = () => screen.getByRole("button", { name: /by card/ });
    await user.click(await screen.findByRole("button", { name: /by card/ }));
    await waitFor(() => expect(submit).toHaveBeenCalled());
    expect(button().hasAttribute("data-loading")).toBe(true);
    act(() => void vi.advanceTimersByTime(30_000));
    expect(screen.getByText(/The page of PayFast has not opened yet/)).toBeTruthy();
    expect(button().hasAttribute("data-loading")).toBe(false);
    await user.click(button());
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(2));
    expect(screen.queryByText(/has not opened yet/)).toBeNull();
    vi.useRealTimers();
    submit.mockRestore();
  });

  test("explains the state once after an unpaid return", async () => {
    rememberLeaving(someOrderId);
    const { unmount } = show();
    expect(await screen.findByText("This order is not paid")).toBeTruthy();
    unmount();
    show();
    expect(await screen.findByRole("heading", { name: "Pay order 10421" })).toBeTruthy();
    expect(screen.queryByText("This order is not paid")).toBeNull();
  });

  // shows S2.24, S8.21, S9.17
  test("copies the values as a bank's form takes them", async () => {
    show();
    await user.click(await screen.findByRole("radio", { name: "Pay by bank transfer" }));
    expect(screen.queryByRole("button", { name: /by card/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "PAY WITH EFT" }));
    expect(screen.getByText("Your order is placed.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "help@shop.test" })).toBeTruthy();

    await user.click(screen.getByRole("button", { name: "Copy amount" }));
    expect(await navigator.clipboard.readText()).toBe("1400.00");
    await user.click(screen.getByRole("button", { name: "Copy reference" }));
    expect(await navigator.clipboard.readText()).toBe("RH10421");
    expect(screen.getAllByText("Copied!").length).toBeGreaterThan(0);
  });

  test("asks for the rest of a part payment", async () => {
    show({ received: 100_000 });
    expect(await screen.findByText("Amount due")).toBeTruthy();
    expect(screen.getByRole("button", { name: /Pay.*R400\.00.*by card/ })).toBeTruthy();
  });

  test("offers the buyer's credit, and shows the remaining amount", async () => {
    const payWithCredit = vi.fn<FakeProcedure<"orders", "payWithCredit">>(({ uuid }) => ({
      uuid,
      state: "placed",
      paidWithCredit: 40_000,
    }));
    const creditFor = () => ({
      available: 40_000,
      storeCredit: 40_000,
      usable: 40_000,
      commission: 0,
      currency: "ZAR" as const,
    });
    renderWithApi(
      <PayScreen />,
      {
        auth: { me: () => aDistributor },
        orders: { byUuid: () => anOrderToPay, creditFor, payWithCredit },
      },
      address,
    );
    await user.click(await screen.findByRole("button", { name: /Use R400\.00 of store credit/ }));
    expect(
      screen.getByText(/You’ll pay the remaining R1\s000\.00 by card or bank transfer/),
    ).toBeTruthy();
    expect(payWithCredit).toHaveBeenCalledWith({
      commandId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      uuid: someOrderId,
      amount: 40_000,
      commission: 0,
    });
  });

  test("offers no way to pay before it is known whether credit is one, so that no button moves", async () => {
    const credit = Promise.withResolvers<null>();
    const asked = vi.fn<FakeProcedure<"orders", "creditFor">>(() => credit.promise);
    renderWithApi(
      <PayScreen />,
      {
        auth: { me: () => aDistributor },
        orders: { byUuid: () => anOrderToPay, creditFor: asked },
      },
      address,
    );
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    expect(screen.getByRole("heading", { name: "Pay your order" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /by card/ })).toBeNull();
    credit.resolve(null);
    expect(await screen.findByRole("button", { name: /by card/ })).toBeTruthy();
  });

  test("spends commission as credit only after a confirmation", async () => {
    const payWithCredit = vi.fn<FakeProcedure<"orders", "payWithCredit">>(({ uuid }) => ({
      uuid,
      state: "paid",
      paidWithCredit: 140_000,
    }));
    const creditFor = () => ({
      available: 500_000,
      storeCredit: 40_000,
      usable: 140_000,
      commission: 100_000,
      currency: "ZAR" as const,
    });
    renderWithApi(
      <PayScreen />,
      {
        auth: { me: () => aDistributor },
        orders: { byUuid: () => anOrderToPay, creditFor, payWithCredit },
      },
      address,
    );
    const button = { name: /^Use R400\.00 of store credit and R1\s000\.00 of commission$/ };
    expect(
      await screen.findByText(
        /You have R400\.00 of store credit and R4\s600\.00 of commission that you can be paid\./,
      ),
    ).toBeTruthy();
    await user.click(await screen.findByRole("button", button));
    const title = { name: "Use your commission for this order?" };
    expect((await screen.findByRole("dialog", title)).textContent).toMatch(
      /We’ll turn R1\s000\.00 of your commission into store credit.*It reduces your next payout\./,
    );
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(payWithCredit).not.toHaveBeenCalled();

    await user.click(await screen.findByRole("button", button));
    await user.click(
      await screen.findByRole("button", { name: /^Use R1\s000\.00 of commission$/ }),
    );
    expect(await screen.findByText("Done!")).toBeTruthy();
    expect(payWithCredit.mock.calls.map(([input]) => input)).toEqual([
      expect.objectContaining({ amount: 140_000, commission: 100_000 }),
    ]);
  });

  test("asks for the password before a large credit payment, then pays", async () => {
    let isConfirmed = false;
    const confirmPassword = () => {
      isConfirmed = true;
      return { confirmed: true as const };
    };
    const payWithCredit = vi.fn<FakeProcedure<"orders", "payWithCredit">>(({ uuid }) => {
      if (!isConfirmed) throw new Refusal("access.password-needed");
      return { uuid, state: "paid", paidWithCredit: 140_000 };
    });
    const creditFor = () => ({
      available: 140_000,
      storeCredit: 140_000,
      usable: 140_000,
      commission: 0,
      currency: "ZAR" as const,
    });
    renderWithApi(
      <PayScreen />,
      {
        auth: { me: () => aDistributor, confirmPassword },
        orders: { byUuid: () => anOrderToPay, creditFor, payWithCredit },
      },
      address,
    );
    await user.click(await screen.findByRole("button", { name: /of store credit/ }));
    await user.type(await screen.findByLabelText(/^Your password/), "Correct-1234!");
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("Done!")).toBeTruthy();
    const [first, second] = payWithCredit.mock.calls;
    expect(second).toEqual(first);
  });

  test("offers no credit to guests, and none for another buyer's order", async () => {
    show();
    expect(await screen.findByRole("radio", { name: "Pay by bank transfer" })).toBeTruthy();
    expect(screen.queryByText("Pay with store credit")).toBeNull();
  });

  test("names the other provider, and goes to its page where nothing is to be posted", async () => {
    const card = { ...anOrderToPay.card, provider: "Stripe" as const };
    // The only kind of address that this environment goes to.
    const action = "#the-page-of-the-provider";
    const orders = {
      byUuid: () => ({ ...anOrderToPay, card }),
      paymentForm: () => ({ action, fields: [] }),
    };
    renderWithApi(<PayScreen />, { orders }, address);
    expect(await screen.findByText(/You’ll pay on Stripe’s secure page/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /by card/ }));
    await vi.waitFor(() => expect(window.location.hash).toBe(action));
  });

  // shows S2.24
  test("leaves for the provider with the signed fields", async () => {
    const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
    renderWithApi(
      <PayScreen />,
      {
        orders: {
          byUuid: () => anOrderToPay,
          paymentForm: () => ({
            action: "http://localhost:3000/sandbox/payfast/process",
            fields: [{ name: "amount", value: "1400.00" }],
          }),
        },
      },
      address,
    );

    await user.click(await screen.findByRole("button", { name: /by card/ }));

    await vi.waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
    const form = submit.mock.contexts[0];
    expect(form).toMatchObject({
      method: "post",
      action: "http://localhost:3000/sandbox/payfast/process",
    });
    expect([...new FormData(form as HTMLFormElement)]).toEqual([["amount", "1400.00"]]);
    document.querySelector("form")?.remove();
  });

  test("is the receipt of a paid order", async () => {
    show({ state: "paid", received: 140_000, paidAt: "2026-11-20T09:09:00.000Z" });
    expect(await screen.findByText("Paid. Thank you.")).toBeTruthy();
    expect(screen.queryByRole("radio", { name: "Pay by bank transfer" })).toBeNull();
    expect(screen.queryByRole("button", { name: "PAY WITH EFT" })).toBeNull();
  });

  test("shows the history and the invoice", async () => {
    const detail = () => ({ ...anOrderDetail, view: "link" as const });
    const byUuid = () => ({ ...anOrderToPay, state: "paid" as const });
    renderWithApi(<PayScreen />, { orders: { byUuid, detail } }, address);
    expect(await screen.findByText(/received by bank transfer/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Invoice (PDF)" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: /Packing slip/ })).toBeNull();
  });

  // shows T352
  test("downloads a guest's own invoice without the guest id in any address", async () => {
    const fetched = vi.fn<typeof fetch>(async () => new Response("a paper"));
    const detail = () => ({ ...anOrderDetail, view: "buyer" as const, isGuests: true });
    const byUuid = () => ({ ...anOrderToPay, state: "paid" as const });
    const { container } = renderWithApi(<PayScreen />, { orders: { byUuid, detail } }, address);
    const invoice = await screen.findByRole("button", { name: "Invoice (PDF)" });
    expect(container.innerHTML).not.toContain(guestId());

    vi.stubGlobal("fetch", fetched);
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    await user.click(invoice);
    await vi.waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
    expect(clicked.mock.contexts[0]).toHaveProperty("download", "invoice-10421.pdf");
    expect(fetched).toHaveBeenCalledExactlyOnceWith(`/orders/${someOrderId}/invoice.pdf`, {
      headers: { "x-guest-id": guestId() },
    });

    fetched.mockResolvedValue(Response.json({ error: "Not now." }, { status: 409 }));
    await vi.waitFor(() => expect(invoice).toHaveProperty("disabled", false));
    await user.click(invoice);
    expect(await screen.findByText("Not now.")).toBeTruthy();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test("tells the buyer where the parcel goes, with the notes", async () => {
    const [section] = anOrderDetail.sections;
    const detail = () => ({
      ...anOrderDetail,
      view: "buyer" as const,
      sections: section ? [{ ...section, giftMessage: "Happy birthday", deliveryNotes: "" }] : [],
    });
    renderWithApi(
      <PayScreen />,
      { orders: { byUuid: () => ({ ...anOrderToPay, state: "paid" as const }), detail } },
      address,
    );
    const parcels = await screen.findByRole("list", { name: "Parcels" });
    await vi.waitFor(() =>
      expect(parcels.textContent).toContain("1 Long Street, Gardens, Cape Town, 8001"),
    );
    expect(parcels.textContent).toContain("082 123 4567");
    expect(parcels.textContent).toContain("Gift message: Happy birthday");
    expect(screen.getByText("Delivery notes: Ring twice")).toBeTruthy();
  });

  test("names the store credit that was used, less what was given back", async () => {
    const at = "2026-11-20T10:05:00.000Z";
    const step = { at, actorName: null, note: null } as const;
    const received = { ...step, type: "PaymentReceived" } as const;
    const steps = [
      { ...received, amount: 30_000, method: "credit" as const },
      { ...step, type: "PaymentUndone" as const, amount: 30_000, method: "credit" as const },
      { ...received, amount: 25_000, method: "credit" as const },
      { ...received, amount: 5_000, method: "eft" as const },
    ];
    const detail: ApiOutputs["orders"]["detail"] = {
      ...anOrderDetail,
      view: "buyer",
      state: "placed",
      steps,
    };
    const byUuid = () => ({ ...anOrderToPay, received: 60_000, refunded: 30_000 });
    renderWithApi(<PayScreen />, { orders: { byUuid, detail: () => detail } }, address);
    const facts = await screen.findByText("Store credit used");
    const sums = facts.closest("dl")?.textContent ?? "";
    expect(sums).toContain("Store credit used−R250.00");
    expect(sums).toContain("Paid so farR50.00");
    expect(sums).toContain(`Amount due${formatMoney(110_000, "ZAR")}`);
  });

  test("takes no payment for a cancelled order", async () => {
    show({ state: "cancelled" });
    expect(await screen.findByText("This order was cancelled.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /by card/ })).toBeNull();
  });

  // shows S2.1
  test("explains an incomplete link", async () => {
    renderWithApi(
      <PayScreen />,
      {
        orders: {
          byUuid: () => {
            throw new Refusal("order.unknown");
          },
        },
      },
      address,
    );
    expect(
      await screen.findByRole("heading", { name: "We could not find that order" }),
    ).toBeTruthy();
  });

  test("shows that loading failed, and retries", async () => {
    let isBroken = true;
    renderWithApi(
      <PayScreen />,
      {
        orders: {
          byUuid: () => {
            if (isBroken) throw new Breakdown();
            return anOrderToPay;
          },
        },
      },
      address,
    );
    await screen.findByText("We could not load your order.");

    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));

    expect(await screen.findByRole("heading", { name: "Pay order 10421" })).toBeTruthy();
  });
});
