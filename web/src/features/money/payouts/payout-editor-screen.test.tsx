import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { payoutDocumentText } from "@portal/shared/money/payouts.ts";
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../api/api.ts";
import { type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { someSettings } from "../../../testing/some-settings.ts";
import { PayoutEditorScreen } from "./payout-editor-screen.tsx";

const user = userEvent.setup({ delay: null });
const address = { path: "/admin/payout-editor", pattern: "/admin/payout-editor" };
const text = payoutDocumentText({
  requests: [
    {
      id: "p1",
      state: "requested",
      reason: null,
      through: 40,
      commission: 20_178,
      credit: 0,
      requested: 20_178,
      withheld: 0,
    },
  ],
  creditGranted: [],
});

/** As a live update does. */
function Reload() {
  const utils = api.useUtils();
  return <button onClick={() => void utils.payouts.requestsOf.invalidate()}>Reload</button>;
}

function show(payouts: NonNullable<FakeApi["payouts"]> = {}) {
  renderWithApi(
    <>
      <PayoutEditorScreen />
      <Reload />
    </>,
    {
      settings: { public: () => someSettings },
      payouts: {
        requesters: () => [{ userId: 12, fullName: "Ben Naidoo", email: "ben@shop.test" }],
        requestsOf: () => ({ userId: 12, text }),
        ...payouts,
      },
    },
    address,
  );
}

async function type(changed: string) {
  const field = await screen.findByLabelText("Payout requests as JSON");
  fireEvent.change(field, { target: { value: changed } });
}

describe("the editor of payment requests", () => {
  test("shows each problem with its path, and blocks the review", async () => {
    show();
    await type(text.replace("20178", '"much"'));
    expect(await screen.findByText("requests[0].commission:")).toBeTruthy();
    await type("{");
    expect(await screen.findByText("This is not valid JSON")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Review changes" }).hasAttribute("disabled")).toBe(
      true,
    );
  });

  // shows S2.51
  test("shows the changes side by side before saving", async () => {
    const saveRequests = vi.fn<FakeProcedure<"payouts", "saveRequests">>(() => ({
      corrections: [],
      proposalIds: [],
    }));
    show({
      saveRequests,
      planRequests: () => ({
        corrections: [{ what: "reject", payoutId: "p1", reason: "Wrong account" }],
      }),
    });
    const changed = text
      .replace('"requested",', '"rejected",')
      .replace('"reason": null', '"reason": "Wrong account"');
    await type(changed);
    await user.click(screen.getByRole("button", { name: "Review changes" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Review changes" }));
    expect(
      await dialog.findByText("The open request will be rejected: Wrong account"),
    ).toBeTruthy();
    expect(dialog.getByRole("region", { name: "Now" }).textContent).toContain("requested");
    expect(dialog.getByRole("region", { name: "After" }).textContent).toContain("rejected");
    expect(saveRequests).not.toHaveBeenCalled();

    await user.click(dialog.getByRole("button", { name: "Save changes" }));
    expect(saveRequests.mock.calls[0]?.[0]).toMatchObject({
      userId: 12,
      before: text,
      text: changed,
    });
  });

  test("keeps what was typed when the requests change meanwhile, and says so", async () => {
    let current = text;
    show({ requestsOf: () => ({ userId: 12, text: current }) });
    await type(text.replace("20178", "100"));
    current = text.replace('"through": 40', '"through": 41');
    await user.click(screen.getByRole("button", { name: "Reload" }));
    expect(await screen.findByText("The requests have changed")).toBeTruthy();
    const field = screen.getByLabelText("Payout requests as JSON");
    expect(field.textContent).toContain('"commission": 100');
    await user.click(screen.getByRole("button", { name: "Use saved version" }));
    expect(field.textContent).toContain('"through": 41');
    expect(screen.queryByText("The requests have changed")).toBeNull();
    // Nothing is typed, so the next change simply appears.
    current = text;
    await user.click(screen.getByRole("button", { name: "Reload" }));
    await vi.waitFor(() => expect(field.textContent).toContain('"through": 40'));
    expect(screen.queryByText("The requests have changed")).toBeNull();
  });

  // shows T307
  test("shows what of a request is withheld as tax, and what goes to the bank", async () => {
    show({
      requestsOf: () => ({ userId: 12, text: text.replace('"withheld": 0', '"withheld": 5000') }),
      planRequests: () => ({
        corrections: [
          {
            what: "request",
            commission: 30_000,
            credit: 0,
            requested: 30_000,
            withheld: 7500,
            through: 41,
          },
        ],
      }),
    });
    expect(await screen.findByText("Minus tax withheld")).toBeTruthy();
    for (const amount of ["R201.78", "−R50.00", "R151.78"])
      expect(screen.getByText(amount)).toBeTruthy();
    await type(text.replace('"withheld": 0', '"withheld": 5000').replace("40", '"now"'));
    await user.click(screen.getByRole("button", { name: "Review changes" }));
    expect(
      await screen.findByText(/After R75\.00 tax withheld, R225\.00 goes to the bank\.$/),
    ).toBeTruthy();
  });

  test("shows why the server refuses the plan", async () => {
    show({
      planRequests: () => {
        throw new Refusal("payout.changed-meanwhile");
      },
    });
    await type(text.replace("40", '"now"'));
    await user.click(await screen.findByRole("button", { name: "Review changes" }));
    expect(await screen.findByText(/^The payout requests have changed/)).toBeTruthy();
  });

  test("shows that there are no requests", async () => {
    show({ requesters: () => [] });
    expect(await screen.findByText("No payout requests yet")).toBeTruthy();
  });
});
