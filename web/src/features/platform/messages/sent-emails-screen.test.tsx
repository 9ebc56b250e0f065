import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { Breakdown, type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { pickFilter } from "../../../testing/filters.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { SentEmailsScreen } from "./sent-emails-screen.tsx";

const user = userEvent.setup({ delay: null });
const address = { path: "/admin/sent-emails", pattern: "/admin/sent-emails" };
type Message = ApiOutputs["system"]["sentEmail"];

const aMessage: Message = {
  id: 5,
  channel: "email",
  kind: "bank-details-changed",
  to: "ben.l2@shop.test",
  userId: 12,
  subject: "Your bank details were changed",
  state: "failed",
  attempts: 4,
  createdAt: "2026-11-20T09:05:00.000Z",
  sentAt: null,
  failure: "550 mailbox unavailable",
  canResend: true,
  html: "<p>Hello Ben</p><script>alert(1)</script>",
  text: "Hello Ben, your bank details were changed.",
};

function show(system: NonNullable<FakeApi["system"]>, at = address) {
  renderWithApi(
    <SentEmailsScreen />,
    {
      system: {
        sentEmails: () => ({ rows: [aMessage], total: 1 }),
        sentEmail: () => aMessage,
        ...system,
      },
    },
    at,
  );
}

async function open() {
  await user.click(
    await screen.findByRole("link", {
      name: /^\d{1,2} \w{3} \d{4}.*Open Bank details changed to ben\.l2@shop\.test$/,
    }),
  );
  return within(await screen.findByRole("dialog", { name: "Your bank details were changed" }));
}

describe("the sent emails", () => {
  // shows S2.47
  test("are listed with recipient, subject and state", async () => {
    show({});
    const row = within(await screen.findByRole("row", { name: /ben\.l2@shop\.test/ }));
    for (const text of ["20 Nov 2026, 11:05", "Bank details changed", "Email", "Failed", "4"])
      expect(row.getByText(text)).toBeTruthy();
  });

  test("show that there are none, and that none match", async () => {
    show({ sentEmails: () => ({ rows: [], total: 0 }) });
    expect(await screen.findByText("No emails yet")).toBeTruthy();

    await pickFilter(user, "Status", "Not sent (kept)");
    await user.click(await screen.findByRole("button", { name: "Clear all" }));
    expect(await screen.findByText("No emails yet")).toBeTruthy();
    expect(window.location.search).toBe("");
  });

  test("show an error when they cannot be loaded", async () => {
    show({
      sentEmails: () => {
        throw new Breakdown();
      },
    });
    expect(await screen.findByText("We could not load messages.")).toBeTruthy();
  });

  test("are filtered and searched by the server, all in the address", async () => {
    const sentEmails = vi.fn<FakeProcedure<"system", "sentEmails">>(() => ({
      rows: [aMessage],
      total: 45,
    }));
    show({ sentEmails });
    await pickFilter(user, "Status", "Failed");
    await pickFilter(user, "Sent by", "SMS");
    await user.type(screen.getByRole("searchbox"), "ben");

    await waitFor(() =>
      expect(sentEmails).toHaveBeenLastCalledWith({
        page: 1,
        pageSize: 20,
        state: "failed",
        channel: "sms",
        search: "ben",
      }),
    );
    expect(window.location.search).toBe("?state=failed&channel=sms&search=ben");
    await user.click(await screen.findByRole("button", { name: "Next page" }));
    expect(sentEmails).toHaveBeenLastCalledWith(expect.objectContaining({ page: 2 }));
  });

  test("ignore invalid filters in the address", async () => {
    const sentEmails = vi.fn<FakeProcedure<"system", "sentEmails">>(() => ({ rows: [], total: 0 }));
    show({ sentEmails }, { ...address, path: `${address.path}?state=x&channel=pigeon&page=-4` });
    await screen.findByText("No emails yet");
    expect(sentEmails).toHaveBeenLastCalledWith({ page: 1, pageSize: 20 });
  });
});

describe("one sent email", () => {
  test("is shown in a sandboxed frame", async () => {
    show({});
    const sheet = await open();

    const frame = sheet.getByTitle("The message, formatted");
    expect(frame.getAttribute("sandbox")).toBe("");
    expect(frame.getAttribute("srcdoc")).toBe(aMessage.html);
    expect(sheet.getByText("550 mailbox unavailable")).toBeTruthy();

    await user.click(sheet.getByRole("radio", { name: "Plain text" }));
    expect(sheet.getByText("Hello Ben, your bank details were changed.")).toBeTruthy();
    expect(sheet.queryByTitle("The message, formatted")).toBeNull();
  });

  test("by SMS is shown as plain text", async () => {
    show({ sentEmail: () => ({ ...aMessage, channel: "sms", html: null, text: "Hello <b>" }) });
    const sheet = await open();
    expect(sheet.getByText("Hello <b>")).toBeTruthy();
    expect(sheet.queryByRole("radio", { name: "Plain text" })).toBeNull();
  });

  test("shows that no provider could send it", async () => {
    show({
      sentEmail: () => ({ ...aMessage, state: "kept", sentAt: aMessage.createdAt, failure: null }),
    });
    const sheet = await open();
    expect(sheet.getByText("No mail server is set up.")).toBeTruthy();
    expect(sheet.queryByText("Sent at")).toBeNull();
  });

  test("shows that it will be retried", async () => {
    show({ sentEmail: () => ({ ...aMessage, state: "queued" }) });
    const sheet = await open();
    expect(sheet.getByText("We’ll try again automatically")).toBeTruthy();
  });

  test("can be resent where the server allows it", async () => {
    const resendEmail = vi.fn<FakeProcedure<"system", "resendEmail">>(() => ({ queued: true }));
    show({ resendEmail });
    const sheet = await open();
    await user.click(sheet.getByRole("button", { name: "Resend" }));
    expect(await screen.findByText("Sent again.")).toBeTruthy();
    expect(resendEmail).toHaveBeenCalledWith({ id: 5 });
  });

  test("with a code or link cannot be resent", async () => {
    show({ sentEmail: () => ({ ...aMessage, kind: "password-reset", canResend: false }) });
    const sheet = await open();
    expect(sheet.getByText("Codes and links are hidden.")).toBeTruthy();
    expect(sheet.queryByRole("button", { name: "Resend" })).toBeNull();
  });

  test("shows why it was not resent", async () => {
    show({
      resendEmail: () => {
        throw new Refusal("message.unknown");
      },
    });
    const sheet = await open();
    await user.click(sheet.getByRole("button", { name: "Resend" }));
    expect(await sheet.findByText("We could not find that message.")).toBeTruthy();
  });

  test("shows an error when it cannot be loaded", async () => {
    show({
      sentEmail: () => {
        throw new Refusal("message.unknown");
      },
    });
    await user.click(
      await screen.findByRole("link", { name: /^\d{1,2} \w{3} \d{4}.*Open Bank details/ }),
    );
    expect(await screen.findByText("We could not load the message.")).toBeTruthy();
  });
});
