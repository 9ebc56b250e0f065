import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { useReloadAs } from "../../../session/reload-as.ts";
import { dialogReady } from "../../../testing/dialog-ready.ts";
import { type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor } from "../../../testing/some-data.ts";
import { aListedCustomer, aListedUser, anAdmin } from "../../../testing/some-people.ts";
import { UserActionDialog } from "./user-action-dialog.tsx";

// Mocked, because it leaves the page.
const reloadAs = vi.fn<ReturnType<typeof useReloadAs>>();
vi.mock(import("../../../session/reload-as.ts"), async (original) => ({
  ...(await original()),
  useReloadAs: () => reloadAs,
}));

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
  test("names the person and the effect, and focuses Cancel", async () => {
    const onClose = show("delete", aListedUser(), {});
    expect(screen.getByRole("dialog", { name: "Are you sure?" })).toBeTruthy();
    expect(screen.getByText(/Cara Botha \(cara\.l3@shop\.test\) will be signed out/)).toBeTruthy();
    expect(screen.getByText(/Commission already earned can still be paid/)).toBeTruthy();
    await dialogReady();
    expect(document.activeElement?.textContent).toBe("Cancel");
    await user.keyboard("{Enter}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("does not mention earnings for a customer", () => {
    show("delete", aListedCustomer, {});
    expect(screen.queryByText(/stays payable/)).toBeNull();
  });

  // shows S4.13, S8.20
  test("is done after the confirmation", async () => {
    const remove = vi.fn<FakeProcedure<"users", "delete">>(() => ({ id: 17, proposalId: null }));
    const onClose = show("delete", aListedUser(), { delete: remove });
    await press("Delete Cara Botha");
    expect(await screen.findByText("User deleted!")).toBeTruthy();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(remove.mock.calls[0]?.[0]).toMatchObject({ id: 17 });
  });

  // shows S8.11
  test("that fails shows the server's message", async () => {
    const onClose = show("delete", aListedUser(), {
      delete: () => {
        throw new Refusal("account.yourself");
      },
    });
    await press("Delete Cara Botha");
    expect(await screen.findByText("You cannot do this to your own account.")).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("restoring", () => {
  test("is done after a confirmation", async () => {
    const restore = vi.fn<FakeProcedure<"users", "restore">>(() => ({ id: 17, proposalId: null }));
    const onClose = show("restore", aListedUser({ active: false }), { restore });
    expect(screen.getByRole("dialog", { name: "Restore Cara Botha?" })).toBeTruthy();
    await dialogReady();
    expect(document.activeElement?.textContent).toBe("Cancel");
    await press("Restore");
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(restore.mock.calls[0]?.[0]).toMatchObject({ id: 17 });
  });
});

describe("signing in as another person", () => {
  test("needs a reason, which is shown to the person", async () => {
    const impersonate = vi.fn<FakeProcedure<"users", "impersonate">>();
    show("impersonate", aListedUser(), { impersonate });
    expect(screen.getByText(/Cara Botha will see this reason/)).toBeTruthy();
    await press("Sign in as Cara Botha");
    expect(screen.getByRole("link", { name: /Please complete/ })).toBeTruthy();
    expect(impersonate).not.toHaveBeenCalled();
  });

  // shows S4.14, S9.21
  test("reloads the page as the other person", async () => {
    const impersonate = vi.fn<FakeProcedure<"users", "impersonate">>(() => ({
      token: "a token",
      user: aDistributor,
    }));
    show("impersonate", aListedUser(), { impersonate });
    await user.type(screen.getByLabelText(/^Reason/), "Cannot find an order");
    await press("Sign in as Cara Botha");

    expect(await screen.findByText("You are viewing as Cara Botha.")).toBeTruthy();
    expect(impersonate).toHaveBeenCalledWith({ id: 17, reason: "Cannot find an order" });
    expect(reloadAs).toHaveBeenCalledWith(aDistributor);
  });

  test("that is refused shows why", async () => {
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

describe("erasing permanently", () => {
  const nothingDue = {
    openPayout: null,
    commission: 0,
    storeCredit: 0,
    setOff: 0,
    orders: [],
    currency: "ZAR",
    creditedOn: null,
    creditTax: 0,
    taxIdentityThrough: null,
  } as const;
  const deleted = aListedUser({ active: false });
  const typeSurname = () => user.type(screen.getByLabelText(/^Type Botha to confirm/), "Botha");

  test("needs only the surname if nothing is due", async () => {
    const erase = vi.fn<FakeProcedure<"users", "erase">>(() => ({ id: 17 }));
    show("erase", deleted, { erase, moneyDue: () => nothingDue });
    expect(await screen.findByText("You cannot undo this")).toBeTruthy();
    expect(screen.queryByLabelText(/^What happens to/)).toBeNull();
    expect(screen.queryByText(/tax numbers/)).toBeNull();
    await press("Erase permanently");
    expect(erase).not.toHaveBeenCalled();
    await typeSurname();
    await press("Erase permanently");
    expect(await screen.findByText("Done!")).toBeTruthy();
    expect(erase.mock.calls[0]?.[0]).toEqual({ id: 17, commandId: expect.any(String) });
  });

  test("says until when the tax identity of a paid member is kept", async () => {
    const taxIdentityThrough = "2032-02-29";
    show("erase", deleted, { moneyDue: () => ({ ...nothingDue, taxIdentityThrough }) });
    expect(
      await screen.findByText(/keep the name and tax numbers for that until 29 February 2032/),
    ).toBeTruthy();
  });

  test("says what of commission is written off", async () => {
    show("erase", deleted, { moneyDue: () => ({ ...nothingDue, commission: -50_00 }) });
    expect(await screen.findByText(/owes R50.00 of commission.*It is written off/)).toBeTruthy();
  });

  // shows T413
  test.each([
    [50_00, /R50.00 of store credit pays it back\.$/],
    [20_00, /R20.00 of store credit pays it back\. The rest, R30.00, is written off\.$/],
  ])("says how much of it store credit pays back: %i cents", async (setOff, words) => {
    show("erase", deleted, { moneyDue: () => ({ ...nothingDue, commission: -50_00, setOff }) });
    const said = await screen.findByText(/owes R50.00 of commission/);
    expect(said.textContent).toMatch(words);
    expect(screen.queryByLabelText(/^What happens to/)).toBeNull();
  });

  test("asks for a decision about remaining store credit, and sends it", async () => {
    const erase = vi.fn<FakeProcedure<"users", "erase">>(() => ({ id: 17 }));
    show("erase", deleted, { erase, moneyDue: () => ({ ...nothingDue, storeCredit: 714_824 }) });
    const question = await screen.findByLabelText(/^What happens to R7\s148\.24 of store credit\?/);
    await typeSurname();
    await press("Erase permanently");
    expect(screen.getAllByText(/Choose one/).length).toBeGreaterThan(1);
    expect(erase).not.toHaveBeenCalled();

    expect(screen.queryByLabelText(/^Paid out on/)).toBeNull();
    await user.selectOptions(question, "Paid out, because the account is closed");
    const paidOn = screen.getByLabelText(/^Paid out on/);
    await user.clear(paidOn);
    await user.type(paidOn, "2026-11-20");
    await press("Erase permanently");
    expect(await screen.findByText("Done!")).toBeTruthy();
    expect(erase.mock.calls[0]?.[0]).toMatchObject({
      id: 17,
      credit: {
        decision: "paid-out",
        amount: 714_824,
        paidOn: "2026-11-20",
        reason: "account-closed",
      },
    });
  });

  test("sends the reason for giving up store credit", async () => {
    const erase = vi.fn<FakeProcedure<"users", "erase">>(() => ({ id: 17 }));
    show("erase", deleted, { erase, moneyDue: () => ({ ...nothingDue, storeCredit: 5 }) });
    await user.selectOptions(
      await screen.findByLabelText(/^What happens to/),
      "Given up by the person",
    );
    await typeSurname();
    await press("Erase permanently");
    expect(await screen.findByText("Done!")).toBeTruthy();
    expect(erase.mock.calls[0]?.[0]).toMatchObject({
      credit: { decision: "given-up", amount: 5, reason: "person-asked" },
    });
  });

  test("is blocked by other open items, which it lists and links to", async () => {
    const uuid = "5b0f7f0e-3f0e-4c57-9d2b-0a53f6f2a001";
    show("erase", deleted, {
      moneyDue: () => ({
        openPayout: 10_000,
        commission: 2_500,
        storeCredit: 300,
        setOff: 0,
        currency: "ZAR",
        creditedOn: null,
        creditTax: 0,
        taxIdentityThrough: null,
        orders: [
          { uuid, orderNumber: 7002, reason: "to-ship" },
          { uuid: `${uuid.slice(0, -1)}3`, orderNumber: 7003, reason: "to-give-back" },
          { uuid: `${uuid.slice(0, -1)}4`, orderNumber: 7004, reason: "part-paid" },
        ],
      }),
    });
    expect(await screen.findByText("Settle these first")).toBeTruthy();
    const said = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(said).toEqual([
      "A payout request of R100.00 is open: pay or reject it.",
      "R25.00 of commission is unpaid: pay it out.",
      "Order 7002 is paid and not shipped: ship or refund it.",
      "Order 7003 is overpaid: refund the difference.",
      "Order 7004 is paid in part: refund that, or collect the rest.",
      "R3.00 of store credit is left. You can decide about it here once the rest is settled.",
    ]);
    expect(screen.getByRole("link", { name: "Order 7002" }).getAttribute("href")).toBe(
      `/admin/orders?order=${uuid}`,
    );
    expect(screen.queryByRole("button", { name: "Erase permanently" })).toBeNull();
  });

  test("that fails shows the server's message, and keeps the typed values", async () => {
    show("erase", deleted, {
      moneyDue: () => nothingDue,
      erase: () => {
        throw new Refusal("account.credit-due");
      },
    });
    expect(await screen.findByText("You cannot undo this")).toBeTruthy();
    await typeSurname();
    await press("Erase permanently");
    expect(await screen.findByText(/There is store credit left/)).toBeTruthy();
    expect(screen.getByLabelText(/^Type .* to confirm/)).toHaveProperty("value", "Botha");
  });
});
