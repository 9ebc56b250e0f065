import type { CopyWords } from "@portal/shared/office/email-copy.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { FakeApi } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { EmailCopyScreen } from "./email-copy-screen.tsx";

const user = userEvent.setup({ delay: null });
const path = "/admin/edit/email-copy";
const original: CopyWords = {
  subject: "Your code",
  body: "Type this:\n\n{{code}}",
  buttonLabel: "",
  sms: "{{code}} is your code",
};

const warning: CopyWords = {
  subject: "Your password was changed",
  body: "Was this not you? Write to us.",
  buttonLabel: "Choose a new password",
  sms: "",
};

function show(at: string, more: NonNullable<FakeApi["emailCopy"]> = {}) {
  renderWithApi(
    <EmailCopyScreen />,
    {
      emailCopy: {
        list: () => [
          {
            kind: "sign-in-code",
            title: "Sign-in code",
            subject: "Your code",
            hasSms: true,
            isFixed: false,
            dateUpdated: null,
          },
          {
            kind: "password-changed",
            title: "Password changed",
            subject: "Your password was changed",
            hasSms: false,
            isFixed: true,
            dateUpdated: null,
          },
          {
            kind: "converted",
            title: "New role",
            subject: "Welcome",
            hasSms: false,
            isFixed: false,
            dateUpdated: "2026-11-20T09:05:00.000Z",
          },
        ],
        get: () => ({
          kind: "sign-in-code",
          title: "Sign-in code",
          isFixed: false,
          words: original,
          original,
          dateUpdated: "2026-11-20T09:05:00.000Z",
          version: "0123456789abcdef",
        }),
        preview: ({ subject, sms }) => ({
          subject,
          preheader: "It works once.",
          html: "<p>x</p>",
          text: "x",
          sms: sms && "K7M2PX is your code",
        }),
        ...more,
      },
    },
    { path: at, pattern: path },
  );
}

describe("the text of emails", () => {
  test("is listed and searched", async () => {
    show(path);
    expect(await screen.findByRole("link", { name: /Sign-in code.*SMS.*Original/ })).toBeTruthy();
    expect(screen.getByRole("link", { name: /New role.*Edited 20 Nov 2026/ })).toBeTruthy();
    await user.type(screen.getByRole("searchbox"), "role");
    await waitFor(() => expect(screen.queryByRole("link", { name: /Sign-in/ })).toBeNull());
  });

  // shows T196
  test("of a warning is shown and cannot be edited", async () => {
    show(`${path}?edit=password-changed`, {
      get: () => ({
        kind: "password-changed",
        title: "Password changed",
        isFixed: true,
        words: warning,
        original: warning,
        dateUpdated: null,
        version: "0123456789abcdef",
      }),
    });
    expect(await screen.findByText("This text is fixed")).toBeTruthy();
    expect(await screen.findByTitle("The message, formatted")).toBeTruthy();
    expect(screen.queryByLabelText("Body")).toBeNull();
    expect(screen.queryByRole("button", { name: "Send test email" })).toBeNull();
    expect(screen.getByRole("link", { name: /Password changed.*Fixed/ })).toBeTruthy();
  });

  // shows S2.58
  test("is previewed in a sandboxed frame, with the length of the SMS", async () => {
    show(`${path}?edit=sign-in-code`);
    const frame = await screen.findByTitle("The message, formatted");
    expect(frame.getAttribute("sandbox")).toBe("");
    expect(screen.getByText("19 of 160 characters, one SMS")).toBeTruthy();
    expect(screen.getByText("Inbox preview: It works once.")).toBeTruthy();
    expect(screen.queryByLabelText("Button text")).toBeNull();
  });

  test("is not saved without its required placeholder, which the error names", async () => {
    const save = vi.fn<NonNullable<NonNullable<FakeApi["emailCopy"]>["save"]>>(({ kind }) => ({
      kind,
      version: "fedcba9876543210",
    }));
    show(`${path}?edit=sign-in-code`, { save });
    const body = await screen.findByLabelText("Body");
    await user.clear(body);
    await user.type(body, "Hello {{{{name}}");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(
      within(screen.getByRole("alert")).getByText(/\{\{name\}\} cannot be used here/),
    ).toBeTruthy();
    await user.clear(body);
    await user.type(body, "Hello");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(within(screen.getByRole("alert")).getByText(/\{\{code\}\} is missing/)).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
    await user.type(body, ": {{{{code}}");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Saved!")).toBeTruthy();
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      kind: "sign-in-code",
      body: "Hello: {{code}}",
      version: "0123456789abcdef",
    });
  });

  test("can be sent as a test, and restored to the original", async () => {
    const restore = vi.fn<NonNullable<NonNullable<FakeApi["emailCopy"]>["restore"]>>(
      ({ kind }) => ({ kind }),
    );
    show(`${path}?edit=sign-in-code`, { sendTest: () => ({ to: "me@shop.test" }), restore });
    await user.click(await screen.findByRole("button", { name: "Send test email" }));
    expect(await screen.findByText("Test email sent to me@shop.test.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "More actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Restore original text" }));
    const question = within(await screen.findByRole("dialog"));
    await user.click(question.getByRole("button", { name: "Restore original text" }));
    await waitFor(() => expect(restore).toHaveBeenCalledOnce());
  });
});
