import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { SignedInUser } from "../../../session/session.tsx";
import { dialogReady } from "../../../testing/dialog-ready.ts";
import { type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor } from "../../../testing/some-data.ts";
import {
  aListedCustomer,
  aListedStockist,
  aListedUser,
  anAdmin,
  aPreview,
  someTargets,
} from "../../../testing/some-people.ts";
import { someStockistTerms } from "../../../testing/some-settings.ts";
import { UserActionDialog } from "./user-action-dialog.tsx";

const user = userEvent.setup({ delay: null });
type Props = Parameters<typeof UserActionDialog>[0];
type Preview = FakeProcedure<"network", "preview">;

function show(
  action: Props["action"],
  person: Props["user"],
  options: { users?: FakeApi["users"]; preview?: Preview; viewer?: SignedInUser } = {},
) {
  const onClose = vi.fn<() => void>();
  const { viewer = anAdmin, preview = () => aPreview } = options;
  renderWithApi(
    <UserActionDialog action={action} user={person} viewer={viewer} onClose={onClose} />,
    {
      users: { targets: () => someTargets, ...options.users },
      network: { preview },
      settings: { stockists: () => someStockistTerms },
    },
  );
  return onClose;
}

async function pick(option: RegExp) {
  await dialogReady();
  await user.click(screen.getByRole("combobox"));
  await user.click(await screen.findByRole("option", { name: option }));
}
async function fill(label: RegExp, text: string) {
  await dialogReady();
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
}
const press = (name: string) => user.click(screen.getByRole("button", { name }));

describe("the parent chooser", () => {
  const targets = vi.fn<FakeProcedure<"users", "targets">>(({ search }) =>
    search
      ? Array.from({ length: 21 }, (_, nth) => ({
          id: 500 + nth,
          fullName: `Found ${nth}`,
          code: `F${nth}`,
          level: 1 as const,
          parentName: null,
        }))
      : someTargets,
  );

  test("selects the first match with Enter, says when there are more, and shows the selection", async () => {
    show("move", aListedStockist, { users: { targets } });
    await dialogReady();
    const field = screen.getByRole<HTMLInputElement>("combobox");
    await user.click(field);
    expect(await screen.findByRole("option", { name: "No parent" })).toBeTruthy();
    await user.type(field, "found{Enter}");
    await vi.waitFor(() => expect(field.value).toMatch(/^Found 0 \(F0\)/));
    await user.clear(field);
    await user.type(field, "found");
    expect(await screen.findByRole("option", { name: /^There are more/ })).toBeTruthy();
    expect(screen.queryByRole("option", { name: "No parent" })).toBeNull();
    expect(screen.queryByRole("option", { name: /^Found 20/ })).toBeNull();
  });

  test("says that there are more before anything is typed", async () => {
    const many = Array.from({ length: 21 }, (_, nth) => ({
      id: 500 + nth,
      fullName: `Found ${nth}`,
      code: `F${nth}`,
      level: 1 as const,
      parentName: null,
    }));
    show("move", aListedStockist, { users: { targets: () => many } });
    await dialogReady();
    await user.click(screen.getByRole("combobox"));
    const more = await screen.findByRole("option", { name: /^There are more/ });
    expect(more.getAttribute("data-combobox-disabled")).toBe("true");
    expect(screen.getAllByRole("option").at(-1)).toBe(more);
    expect(screen.getByRole("option", { name: /^Found 19/ })).toBeTruthy();
    expect(screen.queryByRole("option", { name: /^Found 20/ })).toBeNull();
  });

  test("rejects a search that is too long", async () => {
    show("move", aListedStockist, { users: { targets } });
    await dialogReady();
    await user.click(screen.getByRole("combobox"));
    await user.paste("x".repeat(300));
    expect(await screen.findByText("Use 100 characters at most")).toBeTruthy();
  });
});

describe("moving", () => {
  test("previews positions, gains and losses", async () => {
    const moveDistributor = vi.fn<FakeProcedure<"users", "moveDistributor">>(() => ({ id: 17 }));
    const targets = vi.fn<FakeProcedure<"users", "targets">>(() => someTargets);
    const preview = vi.fn<Preview>(() => aPreview);
    const onClose = show("move", aListedUser(), { users: { moveDistributor, targets }, preview });
    expect(preview).not.toHaveBeenCalled();
    await pick(/^Anna Smit/);

    const changes = within(await screen.findByRole("region", { name: "What changes" }));
    expect(await changes.findByText("Under Ben Naidoo")).toBeTruthy();
    expect(changes.getByText("Under Anna Smit")).toBeTruthy();
    const [, first, second] = changes.getAllByRole("row");
    expect(first?.textContent).toBe("Anna SmitR40.00R50.00+R10.00");
    expect(second?.textContent).toBe("Ben NaidooR120.00R0.00−R120.00");
    expect(preview).toHaveBeenCalledWith({ change: "move", userId: 17, parentId: 11 });
    expect(targets).toHaveBeenCalledWith({ purpose: "move-distributor", userId: 17 });

    await press("Move");
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(moveDistributor.mock.calls[0]?.[0]).toMatchObject({ id: 17, parentId: 11 });
    expect(screen.getByText("Done!")).toBeTruthy();
  });

  test("needs a parent", async () => {
    show("move", aListedUser());
    await press("Move");
    expect(screen.getByRole("link", { name: /Please complete/ })).toBeTruthy();
  });

  test("shows a refusal in advance", async () => {
    show("move", aListedUser(), {
      preview: () => {
        throw new Refusal("network.cycle");
      },
    });
    await pick(/^Skye/);
    expect(await screen.findByText("A member cannot be placed in their own team.")).toBeTruthy();
  });

  test("that is refused stays open, shows why, and can be retried", async () => {
    const onClose = show("move", aListedUser(), {
      users: {
        moveDistributor: () => {
          throw new Refusal("network.inactive-parent");
        },
      },
    });
    await pick(/^Anna/);
    await press("Move");
    expect(await screen.findByText("This member is not active.")).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Move" }).disabled).toBe(false);
  });

  test.each([
    ["a stockist to no distributor", aListedStockist, "No parent"],
    [
      "a level 1 to no sponsor",
      aListedUser({ level: 1, parentId: 11, parentName: "Anna Smit" }),
      "No sponsor",
    ],
  ])("moves %s", async (_what, person, noParent) => {
    const move = vi.fn<FakeProcedure<"users", "moveStockist">>(() => ({ id: person.id }));
    show("move", person, { users: { moveStockist: move, moveDistributor: move } });
    await pick(new RegExp(noParent));
    await press("Move");
    await vi.waitFor(() => expect(move.mock.calls[0]?.[0]).toMatchObject({ parentId: null }));
  });

  test("moves a level 3 to another member only", async () => {
    show("move", aListedUser({ parentId: 13, parentName: "Old Parent" }), {
      users: {
        targets: () => [
          ...someTargets,
          { id: 13, fullName: "Old Parent", code: "OLD", level: 1, parentName: null },
        ],
      },
    });
    await dialogReady();
    await user.click(screen.getByRole("combobox"));
    expect((await screen.findAllByRole("option")).map((option) => option.textContent)).toEqual([
      "Anna Smit (ANNA) · Level 1",
      "Skye Primary (SKYE) · Level 2, under Anna Smit",
    ]);
  });

  test("finds a member by the typed text", async () => {
    const targets = vi.fn<FakeProcedure<"users", "targets">>(() => someTargets);
    show("move", aListedUser(), { users: { targets } });
    await dialogReady();
    await user.click(screen.getByRole("combobox"));
    await user.paste("Sky");
    await vi.waitFor(() => expect(targets.mock.calls.at(-1)?.[0]).toMatchObject({ search: "Sky" }));
  });
});

describe("an uplift", () => {
  const ben = aListedUser({ level: 2, parentName: "Anna Smit", parentId: 11 });

  // shows S4.11
  test("warns that it cannot be undone, and focuses Cancel", async () => {
    show("uplift", ben);
    expect(screen.getByText("You cannot undo an uplift")).toBeTruthy();
    expect(screen.getByText(/Anna Smit becomes the sponsor/)).toBeTruthy();
    await dialogReady();
    expect(document.activeElement?.textContent).toBe("Cancel");
    expect(await screen.findByText("Under Ben Naidoo")).toBeTruthy();
  });

  test.each(["", "Both", "Cara Botha"])("rejects “%s” as the surname", async (typed) => {
    const uplift = vi.fn<FakeProcedure<"users", "uplift">>(() => ({ id: 17 }));
    show("uplift", ben, { users: { uplift } });
    if (typed) await fill(/^Type .* to confirm/, typed);
    await press("Uplift to level 1");
    expect(screen.getByRole("link", { name: /Type Botha/ })).toBeTruthy();
    expect(uplift).not.toHaveBeenCalled();
  });

  test("takes the surname without its accents and with another apostrophe", async () => {
    const uplift = vi.fn<FakeProcedure<"users", "uplift">>(() => ({ id: 17 }));
    show("uplift", { ...ben, lastName: "O’Brién" }, { users: { uplift } });
    await fill(/^Type .* to confirm/, "o'brien");
    await press("Uplift to level 1");
    await vi.waitFor(() => expect(uplift).toHaveBeenCalledOnce());
  });

  test("is done once the surname is typed", async () => {
    const uplift = vi.fn<FakeProcedure<"users", "uplift">>(() => ({ id: 17 }));
    const onClose = show("uplift", ben, { users: { uplift } });
    await fill(/^Type .* to confirm/, " botha ");
    await press("Uplift to level 1");
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(uplift.mock.calls[0]?.[0]).toMatchObject({ id: 17 });
  });
});

describe("converting a customer", () => {
  // shows S4.8
  test("places them under “Me” for a distributor", async () => {
    const convertToDistributor = vi.fn<FakeProcedure<"users", "convertToDistributor">>(() => ({
      id: 31,
    }));
    const preview = vi.fn<Preview>(() => ({ ...aPreview, members: [], orders: 1 }));
    const onClose = show("convert-to-distributor", aListedCustomer, {
      users: { convertToDistributor },
      viewer: aDistributor,
      preview,
    });
    expect(screen.getByRole<HTMLInputElement>("combobox").value).toBe("Me");
    expect(
      await screen.findByText(
        "Based on 1 order from the last 90 days, no one would have earned more or less.",
      ),
    ).toBeTruthy();
    expect(preview).toHaveBeenCalledWith({
      change: "convert-to-distributor",
      userId: 31,
      parentId: aDistributor.id,
    });
    await press("Convert to distributor");
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(convertToDistributor.mock.calls[0]?.[0]).toMatchObject({
      customerId: 31,
      parentId: aDistributor.id,
      distributorCode: undefined,
    });
  });

  // shows S4.8
  test("asks an admin for the parent, or none", async () => {
    const convertToDistributor = vi.fn<FakeProcedure<"users", "convertToDistributor">>(() => ({
      id: 31,
    }));
    show("convert-to-distributor", aListedCustomer, { users: { convertToDistributor } });
    await press("Convert to distributor");
    expect(convertToDistributor).not.toHaveBeenCalled();
    await pick(/No parent \(level 1\)/);
    await press("Convert to distributor");
    await vi.waitFor(() =>
      expect(convertToDistributor.mock.calls[0]?.[0]).toMatchObject({ parentId: null }),
    );
  });

  // shows S5.3, S5.4, L19
  test("into a stockist needs whole percentages, and previews their effect once they are valid", async () => {
    const convertToStockist = vi.fn<FakeProcedure<"users", "convertToStockist">>(() => ({
      id: 31,
    }));
    const preview = vi.fn<Preview>(() => aPreview);
    show("convert-to-stockist", aListedCustomer, { users: { convertToStockist }, preview });
    await pick(/^Anna/);
    await fill(/^Stockist margin/, "12.5");
    await press("Convert to stockist");
    expect(screen.getByRole("link", { name: /Please enter a whole number/ })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Company address required." })).toBeTruthy();
    expect(screen.getByRole("link", { name: "VAT no. required." })).toBeTruthy();
    expect(preview).not.toHaveBeenCalled();

    await user.clear(screen.getByLabelText(/^Stockist margin/));
    await fill(/^Stockist margin/, "25");
    await fill(/^Company address/, "4 Loop Street");
    await fill(/^VAT no/, "4001234567");
    await vi.waitFor(() =>
      expect(preview).toHaveBeenCalledWith({
        change: "convert-to-stockist",
        userId: 31,
        parentId: 11,
        stockistMargin: 25,
        distributorPercent: undefined,
      }),
    );
    await fill(/^Distributor commission/, "12");
    await press("Convert to stockist");
    await vi.waitFor(() =>
      expect(convertToStockist.mock.calls[0]?.[0]).toMatchObject({
        customerId: 31,
        parentId: 11,
        stockistMargin: 25,
        distributorPercent: 12,
        companyAddress: "4 Loop Street",
        vatNo: "4001234567",
      }),
    );
  });

  test("into a stockist by a distributor shows the standard terms, and sends no terms", async () => {
    const convertToStockist = vi.fn<FakeProcedure<"users", "convertToStockist">>(() => ({
      id: 31,
    }));
    const preview = vi.fn<Preview>(() => aPreview);
    const viewer = aDistributor;
    show("convert-to-stockist", aListedCustomer, { users: { convertToStockist }, preview, viewer });
    const terms = within(await screen.findByRole("region", { name: "Standard terms" }));
    expect(terms.getAllByRole("definition").map((each) => each.textContent)).toEqual([
      "25%",
      "10%",
    ]);
    expect(screen.queryByLabelText(/^Stockist margin/)).toBeNull();
    await vi.waitFor(() =>
      expect(preview).toHaveBeenCalledWith({
        change: "convert-to-stockist",
        userId: 31,
        parentId: viewer.id,
      }),
    );
    await fill(/^Company address/, "4 Loop Street");
    await fill(/^VAT no/, "4001234567");
    await press("Convert to stockist");
    await vi.waitFor(() => expect(convertToStockist).toHaveBeenCalledOnce());
    expect(convertToStockist.mock.calls[0]?.[0]).toMatchObject({
      stockistMargin: undefined,
      distributorPercent: undefined,
    });
  });

  // shows S8.10
  test("that the server refuses shows why", async () => {
    show("convert-to-distributor", aListedCustomer, {
      viewer: aDistributor,
      users: {
        convertToDistributor: () => {
          throw new Refusal("account.not-a-customer");
        },
      },
    });
    await press("Convert to distributor");
    expect(await screen.findByText("Only a customer can be converted.")).toBeTruthy();
  });
});
