import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { Breakdown, type FakeApi, type FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { MarketingMaterialScreen } from "./marketing-material-screen.tsx";
import { aVideo } from "../../../testing/some-uploads.ts";

const user = userEvent.setup();
const at = { path: "/admin/marketing-material", pattern: "/admin/marketing-material" };

function show(uploads: FakeApi["uploads"]) {
  renderWithApi(
    <MarketingMaterialScreen />,
    { uploads: { list: () => ({ rows: [aVideo], total: 1 }), ...uploads } },
    at,
  );
}

describe("marketing material", () => {
  test("is listed by category", async () => {
    const list = vi.fn<FakeProcedure<"uploads", "list">>(() => ({ rows: [aVideo], total: 1 }));
    show({ list });
    await screen.findByRole("heading", { name: "Your first order" });
    expect(screen.getByText("4:05 · 2.4 MB · first-order.mp4")).toBeTruthy();
    await user.click(screen.getByRole("tab", { name: "Documents" }));
    await waitFor(() =>
      expect(list).toHaveBeenLastCalledWith(expect.objectContaining({ category: "Documents" })),
    );
  });

  test("shows an error when it cannot be loaded", async () => {
    show({
      list: () => {
        throw new Breakdown();
      },
    });
    expect(await screen.findByText("We could not load uploads.")).toBeTruthy();
  });

  test("requires a whole number as sort order", async () => {
    const update = vi.fn<FakeProcedure<"uploads", "update">>(() => ({ id: 7 }));
    show({ update });
    await user.click(await screen.findByRole("button", { name: "Edit Your first order" }));
    const sheet = within(screen.getByRole("dialog", { name: "Your first order" }));
    const place = sheet.getByLabelText(/^Sort order/);
    await user.clear(place);
    await user.type(place, "1.5");
    await user.click(sheet.getByRole("button", { name: "Save" }));
    expect((await sheet.findAllByText(/Please enter a whole number/)).length).toBeGreaterThan(0);
    expect(update).not.toHaveBeenCalled();
    await user.clear(place);
    await user.type(place, "4");
    await user.click(sheet.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Saved!")).toBeTruthy();
    const words = { title: "Your first order", description: "Step by step." };
    expect(update).toHaveBeenCalledWith({ id: 7, ...words, sortOrder: 4 });
  });

  test("is moved, and deleted after a question", async () => {
    const move = vi.fn<FakeProcedure<"uploads", "move">>(() => ({ id: 7 }));
    const remove = vi.fn<FakeProcedure<"uploads", "delete">>(() => ({ id: 7 }));
    const second = { ...aVideo, id: 8, title: "Growing a team" };
    show({ list: () => ({ rows: [aVideo, second], total: 2 }), move, delete: remove });
    await user.click(await screen.findByRole("button", { name: "Move Your first order down" }));
    await waitFor(() => expect(move).toHaveBeenCalledWith({ id: 7, to: "down" }));
    const isOff = (name: string) => screen.getByRole("button", { name }).hasAttribute("disabled");
    expect(isOff("Move Your first order up")).toBe(true);
    expect(isOff("Move Growing a team up")).toBe(false);
    expect(isOff("Move Growing a team down")).toBe(true);
    await user.click(screen.getByRole("button", { name: "Delete Your first order" }));
    const question = within(screen.getByRole("dialog", { name: "Are you sure?" }));
    expect(remove).not.toHaveBeenCalled();
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Item deleted.")).toBeTruthy();
    expect(remove).toHaveBeenCalledWith({ id: 7 });
  });

  test("cannot be moved within search results", async () => {
    renderWithApi(
      <MarketingMaterialScreen />,
      { uploads: { list: () => ({ rows: [aVideo], total: 1 }) } },
      { ...at, path: `${at.path}?search=first` },
    );
    await screen.findByRole("heading", { name: "Your first order" });
    expect(screen.queryByRole("button", { name: /^Move/ })).toBeNull();
  });

  test("marks videos without captions, and removes captions", async () => {
    const removeCaptions = vi.fn<FakeProcedure<"uploads", "removeCaptions">>(() => ({ id: 7 }));
    const heard = { ...aVideo, hasCaptions: true };
    const silent = { ...aVideo, id: 8, title: "Growing a team" };
    show({ list: () => ({ rows: [heard, silent], total: 2 }), removeCaptions });
    const card = (await screen.findByRole("heading", { name: "Growing a team" })).closest("li");
    expect(screen.getAllByText("No captions")).toHaveLength(1);
    expect(card?.textContent).toContain("No captions");
    await user.click(screen.getByRole("button", { name: "Edit Your first order" }));
    const captions = within(screen.getByRole("region", { name: "Captions" }));
    await user.click(captions.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(removeCaptions).toHaveBeenCalledWith({ id: 7 }));
    expect(await captions.findByText(/^No captions yet/)).toBeTruthy();
  });

  test("shows who opened it, and how often", async () => {
    const entry = {
      id: 1,
      at: "2026-02-01T08:00:00.000Z",
      userId: 4,
      role: "distributor",
    } as const;
    show({
      accessLog: () => ({
        total: 3,
        people: 2,
        rows: [{ ...entry, name: "Ben Naidoo", timesInAll: 2 }],
      }),
    });
    await user.click(await screen.findByRole("button", { name: "Access log of Your first order" }));
    expect(await screen.findByText("Opened 3 times by 2 people.")).toBeTruthy();
    expect(screen.getByText("Ben Naidoo")).toBeTruthy();
    expect(screen.getByText("Count 2")).toBeTruthy();
    const csv = screen.getByRole("link", { name: "Download CSV" });
    expect(csv.getAttribute("href")).toBe("/office/uploads/7/access-log.csv");
  });
});
