import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { LostLine, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { someOrderId } from "../../../testing/some-data.ts";
import {
  forgetUnsent,
  keepUnsent,
  leaveWaiting,
  makerOf,
  unsentOrder,
  waitQuietly,
} from "./unsent-order.ts";
import { WaitingOrder } from "./waiting-order.tsx";

type Save = FakeProcedure<"orders", "save">;
const user = userEvent.setup({ delay: null });
const commandId = "7f2c1d1e-0000-4000-8000-00000000000a";
const request = {
  madeBy: null,
  uniqueId: guestId(),
  sections: [{ addressId: 7, lines: [{ productId: 94, quantity: 4 }] }],
};
const placed = { uuid: someOrderId, orderNumber: 10_421, total: 140_000, currency: "ZAR" } as const;

function show(save: Save, isOfEarlierGuest = false) {
  keepUnsent({ commandId, request });
  leaveWaiting();
  waitQuietly();
  const order = unsentOrder();
  if (!order) throw new Error("nothing is kept");
  return renderWithApi(<WaitingOrder order={order} isOfEarlierGuest={isOfEarlierGuest} />, {
    orders: { save },
    auth: { me: () => null },
  });
}

const keysOfOrders = () =>
  Object.keys(localStorage).filter((key) => key.startsWith("unsent-order"));

beforeEach(() => {
  for (const key of keysOfOrders()) localStorage.removeItem(key);
  forgetUnsent();
});

describe("an unanswered order", () => {
  test("is retried under the same id when the network returns", async () => {
    let isBack = false;
    const save = vi.fn<Save>(() => {
      if (!isBack) throw new LostLine();
      return placed;
    });
    show(save);
    for (const times of [1, 2, 3, 4]) {
      window.dispatchEvent(new Event("online"));
      await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(times));
      await screen.findByText("Your order is waiting to be sent");
      await vi.waitFor(() =>
        expect(
          screen.getByRole("button", { name: "Send order now" }).hasAttribute("data-loading"),
        ).toBe(false),
      );
    }
    isBack = true;
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(window.location.pathname).toBe(`/orders/pay/${someOrderId}`));
    expect(save).toHaveBeenCalledTimes(5);
    expect(new Set(save.mock.calls.map(([input]) => JSON.stringify(input))).size).toBe(1);
    expect(save.mock.calls[0]?.[0]).toMatchObject({ commandId, ...request });
    expect(unsentOrder()).toBeNull();
  });

  test("is stored on the device for a day", async () => {
    keepUnsent({ commandId, request });
    vi.resetModules();
    const page = await import("./unsent-order.ts");
    expect(page.unsentOrder()).toMatchObject({ commandId, request, isWaiting: true });
    for (const key of keysOfOrders()) localStorage.removeItem(key);
    const old = { commandId, request, until: Date.now() - 1 };
    const ofNobody = { commandId, request: { sections: [] }, until: Date.now() + 1000 };
    for (const stored of [
      JSON.stringify(old),
      JSON.stringify(ofNobody),
      "{",
      "null",
      JSON.stringify({ commandId }),
    ]) {
      localStorage.setItem("unsent-order-1", stored);
      vi.resetModules();
      expect((await import("./unsent-order.ts")).unsentOrder()).toBeNull();
    }
  });

  test("shows why it was refused, and is not retried", async () => {
    const save = vi.fn<Save>(() => {
      throw new Refusal("order.unknown-address");
    });
    show(save);
    await user.click(screen.getByRole("button", { name: "Send order now" }));
    expect(await screen.findByText("Your order was not placed")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(unsentOrder()).toBeNull();
    expect(save).toHaveBeenCalledTimes(1);
  });

  // shows T221
  test("of an earlier guest is sent only when somebody asks for it", async () => {
    const save = vi.fn<Save>(() => placed);
    show(save, true);
    await screen.findByText("An order that was made here earlier was not sent");
    window.dispatchEvent(new Event("online"));
    expect(save).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Send order now" }));
    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  });

  test("belongs to the session that made it", () => {
    keepUnsent({ commandId, request });
    const order = unsentOrder();
    if (!order) throw new Error("nothing is kept");
    expect(makerOf(order, null)).toBe("this-person");
    expect(makerOf(order, 7)).toBe("another");
    const ofUser = { ...order, request: { ...request, madeBy: 7 } };
    expect(makerOf(ofUser, 7)).toBe("this-person");
    expect(makerOf(ofUser, 8)).toBe("another");
    expect(makerOf(ofUser, null)).toBe("another");
    const ofTab = { ...order, request: { ...request, uniqueId: crypto.randomUUID() } };
    expect(makerOf(ofTab, null)).toBe("earlier-guest");
  });

  // shows T394
  test.each([
    ["is told of it", true],
    ["is not told of it in time", false],
  ])(
    "that was discarded or emailed in another tab is not sent, where this one %s",
    async (_, isTold) => {
      const save = vi.fn<Save>(() => placed);
      show(save);
      await screen.findByText("Your order is waiting to be sent");
      const [key = ""] = keysOfOrders();
      localStorage.removeItem(key);
      if (isTold) window.dispatchEvent(new StorageEvent("storage", { key, newValue: null }));
      else window.dispatchEvent(new Event("online"));
      await vi.waitFor(() => expect(unsentOrder()).toBeNull());
      window.dispatchEvent(new Event("online"));
      expect(save).not.toHaveBeenCalled();
    },
  );

  // shows T394
  test("that was discarded in another tab while it was being sent does not wait any more", () => {
    keepUnsent({ commandId, request });
    for (const key of keysOfOrders()) localStorage.removeItem(key);
    leaveWaiting();
    expect(unsentOrder()).toBeNull();
    expect(keysOfOrders()).toEqual([]);
  });

  test("waits for its turn where another tab has one as well", async () => {
    keepUnsent({ commandId, request });
    leaveWaiting();
    vi.resetModules();
    const other = await import("./unsent-order.ts");
    other.keepUnsent({ commandId: crypto.randomUUID(), request });
    expect(keysOfOrders()).toHaveLength(2);
    other.forgetUnsent();
    expect(other.unsentOrder()).toMatchObject({ commandId, isWaiting: true });
    expect(unsentOrder()).toMatchObject({ commandId });
  });

  test("is kept in memory where the browser allows no storage", () => {
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    keepUnsent({ commandId, request });
    leaveWaiting();
    full.mockRestore();
    expect(keysOfOrders()).toEqual([]);
    expect(unsentOrder()).toMatchObject({ commandId, isWaiting: true });
  });

  test("of the release before is sent as well", async () => {
    const until = Date.now() + 60_000;
    localStorage.setItem("unsent-order-1", JSON.stringify({ commandId, request, until }));
    vi.resetModules();
    const page = await import("./unsent-order.ts");
    expect(page.unsentOrder()).toMatchObject({ commandId, isWaiting: true });
    page.forgetUnsent();
    expect(keysOfOrders()).toEqual([]);
  });

  test("is not sent after it was discarded", async () => {
    const save = vi.fn<Save>(() => placed);
    show(save);
    await user.click(screen.getByRole("button", { name: "Discard order" }));
    expect(unsentOrder()).toBeNull();
    expect(save).not.toHaveBeenCalled();
  });
});
