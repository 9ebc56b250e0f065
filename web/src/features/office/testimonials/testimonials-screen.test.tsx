import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { Breakdown, type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { TestimonialsScreen } from "./testimonials-screen.tsx";

const user = userEvent.setup();
const pattern = "/admin/edit/testimonials";
const said: ApiOutputs["testimonials"]["byId"] = {
  id: 3,
  name: "Thandi",
  listingName: "Thandi",
  town: "Durban",
  words: "It came early.",
  imageId: null,
  picture: null,
  sortOrder: 2,
  isShown: true,
  dateCreated: "2026-01-01T08:00:00.000Z",
  dateUpdated: "2026-02-01T08:00:00.000Z",
  version: "0123456789abcdef",
};

function show(testimonials: FakeApi["testimonials"], path = pattern) {
  renderWithApi(
    <TestimonialsScreen />,
    {
      testimonials: {
        list: () => ({ rows: [said], total: 1 }),
        byId: () => said,
        ...testimonials,
      },
    },
    { path, pattern },
  );
}

async function openSheet(name: string, opener: string) {
  await user.click(await screen.findByRole("button", { name: opener }));
  return within(await screen.findByRole("dialog", { name }));
}

describe("the testimonials", () => {
  test("are listed with their town and whether the shop shows them", async () => {
    show({
      list: () => ({ rows: [said, { ...said, id: 4, name: "Sipho", isShown: false }], total: 2 }),
    });
    const first = within(await screen.findByRole("row", { name: /Thandi/ }));
    expect(first.getByText("Durban")).toBeTruthy();
    expect(first.getByText("Shown")).toBeTruthy();
    expect(within(screen.getByRole("row", { name: /Sipho/ })).getByText("Not shown")).toBeTruthy();
  });

  test("are searched by the server, and a search without results is shown", async () => {
    const list = vi.fn<FakeProcedure<"testimonials", "list">>(({ search }) =>
      search ? { rows: [], total: 0 } : { rows: [said], total: 1 },
    );
    show({ list });
    await user.type(await screen.findByRole("searchbox"), "early");
    expect(await screen.findByText("No testimonials match")).toBeTruthy();
    await vi.waitFor(() =>
      expect(list).toHaveBeenLastCalledWith(expect.objectContaining({ search: "early" })),
    );
  });

  test("show what to do while there are none", async () => {
    show({ list: () => ({ rows: [], total: 0 }) });
    expect(await screen.findByText("No testimonials yet")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Add a testimonial" })).toBeTruthy();
  });

  test("show an error when they cannot be loaded", async () => {
    show({
      list: () => {
        throw new Breakdown();
      },
    });
    expect(await screen.findByText("We could not load testimonials.")).toBeTruthy();
  });
});

describe("a testimonial's form", () => {
  test("requires name and words, and shows a new one in the shop unless unticked", async () => {
    const save = vi.fn<FakeProcedure<"testimonials", "save">>(() => ({ id: 9 }));
    show({ save });
    const sheet = await openSheet("New testimonial", "Add a testimonial");
    await user.click(sheet.getByRole("button", { name: "Save" }));
    expect(await sheet.findByText("Please complete all fields before saving.")).toBeTruthy();
    expect(sheet.getByRole("link", { name: "What they say: Required" })).toBeTruthy();
    expect(save).not.toHaveBeenCalled();

    await user.type(sheet.getByLabelText(/^Name/), "  Nomsa ");
    await user.type(sheet.getByLabelText(/^What they say/), "<b>Kind</b>");
    await user.click(sheet.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Saved!")).toBeTruthy();
    expect(save).toHaveBeenCalledWith({
      id: -1,
      version: null,
      name: "Nomsa",
      town: "",
      words: "<b>Kind</b>",
      imageId: null,
      sortOrder: 0,
      isShown: true,
      commandId: expect.any(String),
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("keeps its command id after a lost answer, and gets a new one for other words", async () => {
    const save = vi.fn<FakeProcedure<"testimonials", "save">>(() => {
      throw new Breakdown();
    });
    show({ save });
    const sheet = await openSheet("New testimonial", "Add a testimonial");
    await user.type(sheet.getByLabelText(/^Name/), "Nomsa");
    await user.type(sheet.getByLabelText(/^What they say/), "Kind");
    const press = async (times: number) => {
      await user.click(sheet.getByRole("button", { name: "Save" }));
      await waitFor(() => expect(save).toHaveBeenCalledTimes(times));
      await sheet.findByText(/^E004/);
    };
    await press(1);
    await press(2);
    await user.type(sheet.getByLabelText(/^What they say/), "er");
    await press(3);
    const [first, second, third] = save.mock.calls.map(([sent]) => sent.commandId);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test("shows a concurrent change, and keeps the user's input", async () => {
    show({
      save: () => {
        throw new Refusal("edit.changed-meanwhile");
      },
    });
    const sheet = await openSheet("Thandi", "Open Thandi");
    await user.type(sheet.getByLabelText(/^Town/), " North");
    await user.click(sheet.getByRole("button", { name: "Save" }));
    expect(await sheet.findByText(/Someone else has changed this/)).toBeTruthy();
    expect(sheet.getByDisplayValue("Durban North")).toBeTruthy();
  });

  test("deletes after a question, with a toast", async () => {
    const remove = vi.fn<FakeProcedure<"testimonials", "delete">>(() => ({ id: 3 }));
    show({ delete: remove });
    const sheet = await openSheet("Thandi", "Open Thandi");
    await user.click(sheet.getByRole("button", { name: "More actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const question = within(await screen.findByRole("dialog", { name: "Delete Thandi?" }));
    expect(remove).not.toHaveBeenCalled();
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Item deleted.")).toBeTruthy();
    expect(remove).toHaveBeenCalledWith({ id: 3 });
  });

  test("opens by its address, and closes without a question while nothing was typed", async () => {
    show({}, `${pattern}?edit=3`);
    const sheet = within(await screen.findByRole("dialog", { name: "Thandi" }));
    await user.click(sheet.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
