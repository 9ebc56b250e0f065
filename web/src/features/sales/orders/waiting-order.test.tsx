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

beforeEach(forgetUnsent);

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

  test("is not sent after it was discarded", async () => {
    const save = vi.fn<Save>(() => placed);
    show(save);
    await user.click(screen.getByRole("button", { name: "Discard order" }));
    expect(unsentOrder()).toBeNull();
    expect(save).not.toHaveBeenCalled();
  });
});
