import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { afterBecomingSomebody } from "../../session/become-somebody.ts";
import { type FakeApi, type FakeProcedure, Refusal } from "../../testing/fake-api.ts";
import { renderWithApi } from "../../testing/render.tsx";
import { aDistributor } from "../../testing/some-data.ts";
import { aListedCustomer, aListedUser, anAdmin } from "../../testing/some-people.ts";
import { UserActionDialog } from "./user-action-dialog.tsx";

// What it does is to leave the page, which a test cannot.
vi.mock("../../session/become-somebody.ts", { spy: true });

const user = userEvent.setup({ delay: null });
type Props = Parameters<typeof UserActionDialog>[0];

function show(
  action: Props["action"],
  person: Props["user"],
  users: NonNullable<FakeApi["users"]>,
) {
  const onClose = vi.fn<() => void>();
  renderWithApi(
    <UserActionDialog action={action} user={person} viewer={anAdmin} onClose={onClose} />,
    { users },
  );
  return onClose;
}

const press = (name: string) => user.click(screen.getByRole("button", { name }));

describe("deleting", () => {
  test("names the person and the effect, and starts on Cancel", async () => {
    const onClose = show("delete", aListedUser(), {});
    expect(screen.getByRole("dialog", { name: "Are you sure?" })).toBeTruthy();
    expect(screen.getByText(/Cara Botha \(cara\.l3@shop\.test\) is signed out/)).toBeTruthy();
    expect(screen.getByText(/what they earned stays payable/)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Cancel");
    await user.keyboard("{Enter}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("says nothing of earnings to a customer", () => {
    show("delete", aListedCustomer, {});
    expect(screen.queryByText(/stays payable/)).toBeNull();
  });

  test("is done on the second word, and said", async () => {
    const remove = vi.fn<FakeProcedure<"users", "delete">>(() => ({ id: 17 }));
    const onClose = show("delete", aListedUser(), { delete: remove });
    await press("Delete Cara Botha");
    expect(await screen.findByText("User deleted!")).toBeTruthy();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(remove.mock.calls[0]?.[0]).toMatchObject({ id: 17 });
  });

  test("that fails shows the server's message", async () => {
    const onClose = show("delete", aListedUser(), {
      delete: () => {
        throw new Refusal("account.yourself");
      },
    });
    await press("Delete Cara Botha");
    expect(await screen.findByText("You cannot do that to yourself.")).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("restoring", () => {
  test("is asked about and done", async () => {
    const restore = vi.fn<FakeProcedure<"users", "restore">>(() => ({ id: 17 }));
    const onClose = show("restore", aListedUser({ active: false }), { restore });
    expect(screen.getByRole("dialog", { name: "Restore Cara Botha?" })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Cancel");
    await press("Restore");
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(restore.mock.calls[0]?.[0]).toMatchObject({ id: 17 });
  });
});

describe("signing in as somebody", () => {
  test("needs a reason, which the person reads", async () => {
    const impersonate = vi.fn<FakeProcedure<"users", "impersonate">>();
    show("impersonate", aListedUser(), { impersonate });
    expect(screen.getByText(/Cara Botha will read it/)).toBeTruthy();
    await press("Sign in as Cara Botha");
    expect(screen.getByRole("link", { name: /Please complete/ })).toBeTruthy();
    expect(impersonate).not.toHaveBeenCalled();
  });

  test("leaves the page as the other person", async () => {
    vi.mocked(afterBecomingSomebody).mockImplementation(() => {});
    const impersonate = vi.fn<FakeProcedure<"users", "impersonate">>(() => ({
      token: "a token",
      user: aDistributor,
    }));
    show("impersonate", aListedUser(), { impersonate });
    await user.type(screen.getByLabelText(/^Reason/), "Cannot find an order");
    await press("Sign in as Cara Botha");

    expect(await screen.findByText("You are signed in as Cara Botha.")).toBeTruthy();
    expect(impersonate).toHaveBeenCalledWith({ id: 17, reason: "Cannot find an order" });
    expect(vi.mocked(afterBecomingSomebody).mock.calls[0]?.[1]).toEqual(aDistributor);
  });

  test("that is refused says why", async () => {
    show("impersonate", aListedUser(), {
      impersonate: () => {
        throw new Refusal("account.not-impersonable");
      },
    });
    await user.type(screen.getByLabelText(/^Reason/), "Curious");
    await press("Sign in as Cara Botha");
    expect(
      await screen.findByText("You cannot sign in as another admin or developer."),
    ).toBeTruthy();
  });
});
