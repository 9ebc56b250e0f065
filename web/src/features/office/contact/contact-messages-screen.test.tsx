import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeProcedure, LostLine } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { ContactMessagesScreen, type ListedContact } from "./contact-messages-screen.tsx";

type List = FakeProcedure<"contact", "list">;

const user = userEvent.setup({ delay: null });
const at = { path: "/admin/contact-messages", pattern: "/admin/contact-messages" };
const hostile = '"><script>alert(1)</script>';
const aMessage: ListedContact = {
  id: 3,
  receivedAt: "2026-11-03T08:12:00.000Z",
  source: "experience",
  email: "thandi@example.test",
  name: "Thandi",
  surname: null,
  age: 44,
  cellNumber: null,
  residingTown: null,
  whereDidYouHear: null,
  existingCustomer: null,
  orderNumber: null,
  text: `I sleep.\n${hostile}`,
};

describe("contact messages", () => {
  test("show sender and message as plain text", async () => {
    const list: List = () => ({ rows: [aMessage], total: 1 });
    renderWithApi(<ContactMessagesScreen />, { contact: { list } }, at);
    await user.click(
      await screen.findByRole("button", {
        name: /^\d{1,2} \w{3} \d{4}.*Open the message of thandi/,
      }),
    );

    const sheet = within(screen.getByRole("dialog", { name: "Share an experience" }));
    expect(sheet.getByText("44")).toBeTruthy();
    expect(sheet.getByText(/<script>alert\(1\)<\/script>/)).toBeTruthy();
    expect(sheet.queryByText("Cell number")).toBeNull();
  });

  test("are filtered by subject", async () => {
    const list = vi.fn<List>(() => ({ rows: [], total: 0 }));
    renderWithApi(<ContactMessagesScreen />, { contact: { list } }, at);
    expect(await screen.findByText("No messages yet")).toBeTruthy();
    await user.click(screen.getByRole("tab", { name: "Become a distributor" }));
    await vi.waitFor(() =>
      expect(list).toHaveBeenLastCalledWith({ page: 1, pageSize: 20, source: "distributor" }),
    );
    expect(window.location.search).toBe("?about=distributor");
  });

  test("show an error when they cannot be loaded", async () => {
    const list: List = () => {
      throw new LostLine();
    };
    renderWithApi(<ContactMessagesScreen />, { contact: { list } }, at);
    expect(await screen.findByText(/We could not reach the shop/)).toBeTruthy();
  });
});
