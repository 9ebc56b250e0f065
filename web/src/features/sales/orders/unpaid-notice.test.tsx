import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anOrderToPay, someOrderId } from "../../../testing/some-data.ts";
import { UnpaidNotice } from "./unpaid-notice.tsx";
import { forgetUnpaid, keepUnpaid, useUnpaidOrders } from "./unpaid-orders.ts";

const user = userEvent.setup({ delay: null });
const words = "Order 10421 is not paid yet";
const stored = () => localStorage.getItem("unpaid-orders-1");

function Kept() {
  return useUnpaidOrders().map(({ uuid }) => <UnpaidNotice key={uuid} uuid={uuid} />);
}

function show(byUuid: FakeProcedure<"orders", "byUuid">) {
  act(() => keepUnpaid(someOrderId));
  return renderWithApi(<Kept />, { orders: { byUuid } });
}

beforeEach(() => act(() => forgetUnpaid(someOrderId)));

// shows T278
describe("an order placed in this browser", () => {
  test("is named until it is paid, with the way to pay it", async () => {
    show(() => anOrderToPay);
    expect(await screen.findByText(words)).toBeTruthy();
    const link = screen.getByRole("link", { name: "Pay order 10421" });
    expect(link.getAttribute("href")).toBe(`/orders/pay/${someOrderId}`);
  });

  test("is kept by its id alone", () => {
    act(() => keepUnpaid(someOrderId));
    expect(JSON.parse(stored() ?? "")).toEqual([{ uuid: someOrderId, until: expect.any(Number) }]);
  });

  test.for(["paid", "cancelled", "refunded"] as const)(
    "is forgotten once it is %s, wherever that happened",
    async (state) => {
      show(() => ({ ...anOrderToPay, state }));
      await waitFor(() => expect(stored()).toBeNull());
      expect(screen.queryByText(words)).toBeNull();
    },
  );

  test("is forgotten once the server does not know it any more", async () => {
    show(() => {
      throw new Refusal("order.unknown");
    });
    await waitFor(() => expect(stored()).toBeNull());
  });

  test("can be hidden by another person at the same phone", async () => {
    show(() => anOrderToPay);
    await user.click(await screen.findByRole("button", { name: "Hide order 10421" }));
    expect(screen.queryByText(words)).toBeNull();
    expect(stored()).toBeNull();
  });

  test.for(["nonsense", "{}", '[{"uuid":7}]', `[{"uuid":"${someOrderId}","until":1}]`])(
    "is not read from %s in the storage",
    async (text) => {
      localStorage.setItem("unpaid-orders-1", text);
      vi.resetModules();
      const { useUnpaidOrders: useOpened } = await import("./unpaid-orders.ts");
      expect(renderHook(useOpened).result.current).toEqual([]);
    },
  );
});
