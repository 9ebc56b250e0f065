import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeProcedure, LostLine } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anOrderToPay, someOrderId } from "../../../testing/some-data.ts";
import {
  laterEveryMs,
  PaymentResultScreen,
  pollEveryMs,
  triesMax,
} from "./payment-result-screen.tsx";

const address = {
  path: `/orders/pay/${someOrderId}/payfast-success`,
  pattern: "/orders/pay/:uuid/payfast-success",
};
const notYet = { paid: false, state: "placed", message: "No match" } as const;
const paid = { paid: true, state: "paid", message: "Paid" } as const;

const offer = "Save your details for next time";

describe("the page after paying", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  // shows S2.2, S7.28
  test("shows the steps while polling, and the result once paid", async () => {
    let isPaid = false;
    renderWithApi(
      <PaymentResultScreen />,
      { orders: { byUuid: () => anOrderToPay, checkPaid: () => (isPaid ? paid : notYet) } },
      address,
    );
    await wait(0);
    expect(screen.getByText("Confirming your payment (check 2 of 10)")).toBeTruthy();
    expect(screen.queryByRole("region", { name: offer })).toBeNull();

    isPaid = true;
    await wait(pollEveryMs);

    expect(screen.getByRole("heading", { name: "Paid. Thank you." })).toBeTruthy();
    expect(screen.getByText(/We have received your payment for order 10421/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "View receipt" })).toBeTruthy();
    expect(screen.getByRole("region", { name: offer })).toBeTruthy();
  });

  test("goes on looking after ten times, and shows what is confirmed late", async () => {
    let state: "placed" | "paid" = "placed";
    renderWithApi(
      <PaymentResultScreen />,
      { orders: { byUuid: () => ({ ...anOrderToPay, state }), checkPaid: () => notYet } },
      address,
    );
    await wait(pollEveryMs * triesMax);
    expect(screen.getByText(/^We could not verify your payment/)).toBeTruthy();
    state = "paid";
    await wait(laterEveryMs + 500);
    expect(screen.getByRole("heading", { name: "Paid. Thank you." })).toBeTruthy();
    expect(screen.queryByText(/^We could not verify/)).toBeNull();
  });

  // shows S4.6, S8.6, S9.9
  test("polls ten times, network failures included, then shows the specified message and polls again on request", async () => {
    const checkPaid = vi.fn<FakeProcedure<"orders", "checkPaid">>(() => {
      if (checkPaid.mock.calls.length === 3) throw new LostLine();
      return notYet;
    });
    renderWithApi(
      <PaymentResultScreen />,
      { orders: { byUuid: () => anOrderToPay, checkPaid } },
      address,
    );

    await wait(pollEveryMs * triesMax);
    expect(checkPaid).toHaveBeenCalledTimes(triesMax);
    expect(
      screen.getByText("We could not verify your payment - please contact support"),
    ).toBeTruthy();
    await wait(pollEveryMs * triesMax);
    expect(checkPaid).toHaveBeenCalledTimes(triesMax);

    fireEvent.click(screen.getByRole("button", { name: "Check again" }));
    await wait(0);
    expect(checkPaid).toHaveBeenCalledTimes(triesMax + 1);
  });
});

async function wait(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}
