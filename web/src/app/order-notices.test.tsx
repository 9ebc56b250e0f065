import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../api/api.ts";
import { changeDraft, clearDraft } from "../features/sales/orders/order-draft.ts";
import { forgetUnsent } from "../features/sales/orders/unsent-order.ts";
import { type FakeApi, type FakeProcedure, LostLine, Refusal } from "../testing/fake-api.ts";
import { renderWithApi } from "../testing/render.tsx";
import { anAddress, someProducts } from "../testing/some-data.ts";
import { someSettings } from "../testing/some-settings.ts";
import { OrderPage } from "./order-page.tsx";

type Save = FakeProcedure<"orders", "save">;

const user = userEvent.setup({ delay: null });
const pay = /^Place order and pay/;

/** On Black Friday: R292.50 instead of R325.00. */
const quote: ApiOutputs["catalog"]["quote"] = {
  currency: "ZAR",
  sections: [
    {
      lines: [
        {
          productId: 94,
          name: "Original 50ml",
          quantity: 2,
          listPrice: 32_500,
          unitPrice: 29_250,
          lineTotal: 58_500,
        },
      ],
      delivery: 10_000,
      saved: 6_500,
      total: 68_500,
    },
  ],
  discount: { kind: "black-friday", bps: 1000, saved: 6_500 },
  goods: 58_500,
  delivery: 10_000,
  total: 68_500,
  storeCredit: 0,
};
const settingsWith = (changes: Partial<typeof someSettings>): NonNullable<FakeApi["settings"]> => ({
  public: () => ({ ...someSettings, ...changes }),
});

/** The summary step of an order for Thandi. */
function showSummary(changes: Partial<typeof someSettings>, save?: Save) {
  changeDraft((draft) => ({
    ...draft,
    step: 3,
    sections: [{ quantities: { "94": 2 }, addressId: anAddress.id }],
  }));
  return renderWithApi(<OrderPage />, {
    settings: settingsWith(changes),
    catalog: { products: () => someProducts, quote: () => quote },
    addresses: { list: () => [anAddress] },
    ...(save ? { orders: { save } } : {}),
  });
}

const payButton = () => screen.findByRole<HTMLButtonElement>("button", { name: pay });

beforeEach(() => {
  act(clearDraft);
  act(forgetUnsent);
});

describe("stock issues", () => {
  // shows S2.18
  test("are shown from the first step on", async () => {
    renderWithApi(<OrderPage />, {
      settings: settingsWith({ stockIssues: "The harvest is late." }),
      catalog: { products: () => someProducts, quote: () => quote },
      addresses: { list: () => [] },
    });
    expect(await screen.findByText("The harvest is late.")).toBeTruthy();
    expect(screen.getByText("We are temporarily unable to take new orders.")).toBeTruthy();
  });

  // shows S4.2
  test("keep the order from being placed", async () => {
    showSummary({ stockIssues: "The harvest is late." });
    await screen.findByText("The harvest is late.");
    await screen.findByRole("heading", { name: "Parcel to Thandi Mokoena" });
    expect((await payButton()).disabled).toBe(true);
  });

  // shows S8.8
  test("that the form does not know yet are refused by the server", async () => {
    showSummary({}, () => {
      throw new Refusal("order.stock-issues");
    });
    await screen.findByRole("heading", { name: "Parcel to Thandi Mokoena" });
    await user.click(await payButton());
    expect(await screen.findByText("We are temporarily unable to take new orders.")).toBeTruthy();
  });
});

describe("the checkout notice", () => {
  // shows S2.20
  test("is shown once per session, and again after a change", async () => {
    const { unmount } = showSummary({ checkoutNotice: "Closed on Monday." });
    const notice = within(await screen.findByRole("dialog", { name: "Before you order" }));
    expect(notice.getByText("Closed on Monday.")).toBeTruthy();
    await user.click(notice.getByRole("button", { name: "Continue" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    unmount();

    const again = showSummary({ checkoutNotice: "Closed on Monday." });
    await screen.findByRole("heading", { name: "Parcel to Thandi Mokoena" });
    expect(screen.queryByRole("dialog")).toBeNull();
    again.unmount();

    showSummary({ checkoutNotice: "Closed on Tuesday." });
    expect(await screen.findByText("Closed on Tuesday.")).toBeTruthy();
  });
});

describe("an order without a connection", () => {
  // shows S2.19, S8.7
  test("can be sent as an email with quantity, address and number", async () => {
    const save = vi.fn<Save>(() => {
      throw new LostLine();
    });
    showSummary({}, save);
    await screen.findByRole("heading", { name: "Parcel to Thandi Mokoena" });
    await user.click(await payButton());

    const dialog = within(
      await screen.findByRole("dialog", { name: "We could not send your order" }),
    );
    expect(
      dialog.getByText(
        "Please note that our system is temporarily offline. Email the quantity, delivery address and phone number.",
      ),
    ).toBeTruthy();
    const link = dialog.getByRole<HTMLAnchorElement>("link", { name: "Email help@shop.test" });
    const body = new URLSearchParams(link.href.split("?")[1]).get("body");
    expect(body).toBe(
      [
        "Quantity: 2 × Original 50ml",
        "Delivery address: Thandi Mokoena, 12 Milkwood Lane, Observatory, Cape Town, 7925",
        "Phone number: 0821234567",
      ].join("\r\n"),
    );
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("Your order is waiting to be sent")).toBeTruthy();
    expect(screen.queryByText("Your order was not placed")).toBeNull();
  });

  test("is not sent from here as well once it is emailed", async () => {
    const save = vi.fn<Save>(() => {
      throw new LostLine();
    });
    showSummary({}, save);
    await screen.findByRole("heading", { name: "Parcel to Thandi Mokoena" });
    await user.click(await payButton());
    const link = await screen.findByRole("link", { name: "Email help@shop.test" });
    link.addEventListener("click", (event) => event.preventDefault());
    await user.click(link);

    expect(await screen.findByText(/We will not send this order from here/)).toBeTruthy();
    window.dispatchEvent(new Event("online"));
    expect(screen.queryByText("Your order is waiting to be sent")).toBeNull();
    expect(save).toHaveBeenCalledTimes(1);
  });

  test("is retried from the dialog under the same command id", async () => {
    const save = vi.fn<Save>(() => {
      throw new LostLine();
    });
    showSummary({}, save);
    await screen.findByRole("heading", { name: "Parcel to Thandi Mokoena" });
    await user.click(await payButton());
    await user.click(await screen.findByRole("button", { name: "Try again" }));

    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(save.mock.calls[1]?.[0]).toEqual(save.mock.calls[0]?.[0]);
  });

  test("is not assumed after a refusal", async () => {
    showSummary({}, () => {
      throw new Refusal("order.unknown-address");
    });
    await screen.findByRole("heading", { name: "Parcel to Thandi Mokoena" });
    await user.click(await payButton());
    await screen.findByText("Your order was not placed");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

// shows S4.2, S9.9
test("a second press within two seconds after a failure sends nothing", async () => {
  const save = vi.fn<Save>(() => {
    throw new Refusal("order.unknown-address");
  });
  showSummary({}, save);
  await screen.findByRole("heading", { name: "Parcel to Thandi Mokoena" });
  await user.click(await payButton());
  await screen.findByText("Your order was not placed");
  const button = await payButton();
  expect(button.disabled).toBe(true);
  await user.click(button);
  expect(save).toHaveBeenCalledTimes(1);
});

// shows S3.2
test("the price before Black Friday is struck through", async () => {
  showSummary({ blackFridayPercent: 10 });
  expect((await screen.findByText("R325.00")).closest("s")).not.toBeNull();
  expect(screen.getByText("R292.50").closest("s")).toBeNull();
});

test("the Black Friday discount is named with the amount saved", async () => {
  showSummary({ blackFridayPercent: 10 });
  const [named] = await screen.findAllByText("Black Friday −10%");
  expect(named?.parentElement?.textContent).toBe("Black Friday −10%−R65.00");
  // The lines above it and the total below add up.
  expect(named?.closest("dl")?.textContent).toContain("2 × Original 50mlR650.00");
  expect(named?.closest("dl")?.textContent).toContain("R685.00");
});
