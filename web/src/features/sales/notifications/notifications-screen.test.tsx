import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { NotificationsScreen } from "./notifications-screen.tsx";

type Detail = ApiOutputs["notifications"]["byId"];
type Replay = FakeProcedure<"notifications", "replay">;

const user = userEvent.setup({ delay: null });
const at = { path: "/admin/card-notifications", pattern: "/admin/card-notifications" };

const parked: Detail = {
  id: 31,
  receivedAt: "2026-11-02T08:00:00.000Z",
  state: "parked",
  reason: "it came from elsewhere",
  paymentStatus: "COMPLETE",
  pfPaymentId: "5000001",
  orderNumber: 1042,
  copyOf: null,
  copies: 0,
  amount: 1400_00,
  currency: "ZAR",
  handledAs: null,
  needsSomebody: true,
  checks: [
    { check: "signature", passed: true, reason: null },
    { check: "source", passed: false, reason: "198.51.100.9 is not the provider's" },
  ],
  orderId: "7f2c1d1e-0000-4000-8000-000000000001",
  peerIp: "198.51.100.9",
  headers: {},
  decidedAt: "2026-11-02T08:00:01.000Z",
  fields: [{ name: "amount_gross", value: "1400.00" }],
  raw: "amount_gross=1400.00",
};

function show(detail: Detail, replay?: Replay, handle?: FakeProcedure<"notifications", "handle">) {
  const counts = { received: 0, applied: 3, rejected: 0, parked: 1, noted: 0 };
  const notifications: FakeApi["notifications"] = {
    list: () => ({ rows: [detail], total: 1, counts }),
    byId: () => detail,
    ...(replay && { replay }),
    ...(handle && { handle }),
  };
  renderWithApi(<NotificationsScreen />, { notifications }, at);
}
const open = async () =>
  user.click(
    await screen.findByRole("button", { name: /^\d{1,2} \w{3} \d{4}.*Open notification 31/ }),
  );

describe("card notifications", () => {
  test("shows the result of each check and the data received", async () => {
    show(parked);
    await open();
    expect(await screen.findByText("198.51.100.9 is not the provider's")).toBeTruthy();
    expect(screen.getByText("Passed")).toBeTruthy();
    expect(screen.getByText("amount_gross")).toBeTruthy();
  });

  test("runs the checks again, and shows the result", async () => {
    const replay = vi.fn<Replay>(({ id }) => ({ id, state: "applied" }));
    show(parked, replay);
    await open();
    await user.click(await screen.findByRole("button", { name: "Check again" }));
    expect(replay).toHaveBeenCalledWith({ id: 31 });
    expect(await screen.findByText("Checked again: applied")).toBeTruthy();
  });

  // shows T395
  test("accepts the address of a payment that the provider confirms, and of no other", async () => {
    const replay = vi.fn<Replay>(({ id }) => ({ id, state: "applied" }));
    const confirmation = { check: "confirmation", passed: true, reason: null } as const;
    show({ ...parked, checks: [...parked.checks, confirmation] }, replay);
    await open();
    await user.click(await screen.findByRole("button", { name: "Accept the address" }));
    expect(replay).toHaveBeenCalledWith({ id: 31, acceptsAddress: true });
    expect(await screen.findByText("Checked again: applied")).toBeTruthy();
    cleanup();

    const denied = { ...confirmation, passed: false, reason: "the provider did not answer" };
    show({ ...parked, checks: [...parked.checks, denied] });
    await open();
    expect(await screen.findByText("the provider did not answer")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Accept the address" })).toBeNull();
  });

  test("shows the amount that nobody recorded, and asks what became of it", async () => {
    const handle = vi.fn<FakeProcedure<"notifications", "handle">>(({ id }) => ({ id }));
    const rejected = { ...parked, state: "rejected", reason: "wrong merchant ID" } as const;
    show(rejected, undefined, handle);
    await open();
    const sheet = within(await screen.findByRole("dialog"));
    expect(sheet.getByText(/^R1.400\.00$/)).toBeTruthy();
    await user.click(sheet.getByRole("button", { name: "Settle notification" }));
    expect(await screen.findByText("Choose what became of the money.")).toBeTruthy();
    await user.click(sheet.getByRole("combobox", { name: /What became of the money/ }));
    await user.click(await screen.findByRole("option", { name: "Refunded at the card provider" }));
    await user.click(sheet.getByRole("button", { name: "Settle notification" }));
    expect(handle).toHaveBeenCalledWith({ id: 31, as: "refunded" });
  });

  test("asks nothing about one that is settled", async () => {
    show({ ...parked, state: "rejected", handledAs: "not-ours", needsSomebody: false });
    await open();
    expect(await screen.findByText("Not a payment to this shop")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Settle notification" })).toBeNull();
  });

  test("offers no second check for an applied notification", async () => {
    show({ ...parked, state: "applied", reason: null });
    await open();
    expect(await screen.findByText("amount_gross")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Check again" })).toBeNull();
  });

  test("shows why a second check was refused, and an unreadable body as received", async () => {
    const replay: Replay = () => {
      throw new Refusal("notification.applied");
    };
    show({ ...parked, state: "rejected", fields: [], raw: "<not a form>" }, replay);
    await open();
    expect(await screen.findByText("<not a form>")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByText("This notification has already been applied.")).toBeTruthy();
  });
});
