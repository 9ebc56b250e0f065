import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anAdmin, someUsers } from "../../../testing/some-people.ts";
import { UsersScreen } from "./users-screen.tsx";

const user = userEvent.setup({ delay: null });
type Erase = FakeProcedure<"users", "eraseGuest">;

async function open(eraseGuest: Erase) {
  renderWithApi(<UsersScreen />, {
    auth: { me: () => anAdmin },
    users: { list: () => someUsers([]), eraseGuest },
  });
  await user.click(await screen.findByRole("button", { name: "Erase guest" }));
  return screen.findByLabelText(/Email or order number/);
}
const press = () => user.click(screen.getByRole("button", { name: "Erase permanently" }));

describe("erasing a guest", () => {
  // shows T126
  test("accepts an email or an order number only, and says what stays", async () => {
    const erase = vi.fn<Erase>(() => ({ orders: 2, addresses: 1, contacts: 0 }));
    const field = await open(erase);

    await user.type(field, "Kim");
    await press();
    expect(
      (await screen.findAllByText("Please enter an email or an order number")).length,
    ).toBeGreaterThan(0);
    expect(erase).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, "RH1023");
    await press();

    expect(await screen.findByText("Erased. 2 orders stay in the ledger.")).toBeTruthy();
    expect(erase.mock.calls[0]?.[0]).toMatchObject({ who: "RH1023" });
  });

  test("shows why it is blocked", async () => {
    const field = await open(() => {
      throw new Refusal("order.money-due");
    });
    await user.type(field, "kim@people.test");
    await press();

    expect(
      await screen.findByText(/Refund or record the payments for this order first/),
    ).toBeTruthy();
  });
});
