import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { StopRemindersScreen } from "./stop-reminders-screen.tsx";

const user = userEvent.setup({ delay: null });
const token = "7c1f0a52-6f2d-4d25-9a86-0f6d3b6f2c11";

function show(stopReminders: NonNullable<FakeApi["owed"]>["stopReminders"], hash = `#${token}`) {
  const pattern = "/payment-reminders";
  const owed = stopReminders ? { stopReminders } : {};
  renderWithApi(<StopRemindersScreen />, { owed }, { path: `${pattern}${hash}`, pattern });
}

describe("the link in a payment reminder", () => {
  // shows T298
  test("stops them by a press, and not by being opened", async () => {
    const stop = vi.fn<FakeProcedure<"owed", "stopReminders">>(() => ({ stopped: true }));
    show(stop);
    const button = await screen.findByRole("button", { name: "Stop payment reminders" });
    expect(stop).not.toHaveBeenCalled();
    expect(window.location.href).not.toContain(token);
    await user.click(button);
    await screen.findByRole("heading", { name: "Payment reminders stopped" });
    expect(stop).toHaveBeenCalledExactlyOnceWith({ token });
  });

  test("says when it was cut off", async () => {
    show(undefined, "");
    await screen.findByRole("heading", { name: "This link is not complete" });
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("can be tried again when it was refused", async () => {
    show(() => Promise.reject(new Refusal("access.too-many-tries")));
    const button = await screen.findByRole("button", { name: "Stop payment reminders" });
    await user.click(button);
    await screen.findByRole("alert");
    expect(screen.getByRole("button", { name: "Stop payment reminders" })).toBeTruthy();
  });
});
