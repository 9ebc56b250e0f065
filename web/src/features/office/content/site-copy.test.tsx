import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { FakeApi } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anAdmin } from "../../../testing/some-people.ts";
import { CopyPencil, SiteCopy } from "../../../session/site-copy.tsx";
import { EditCopyButton } from "./edit-copy-button.tsx";
import { SiteCopyScreen } from "./site-copy-screen.tsx";

const user = userEvent.setup({ delay: null });
const written = {
  varName: "home.lead",
  copy: "<p>Brought <strong>home</strong>.</p>",
  dateUpdated: "2026-11-20T09:05:00.000Z",
  version: "0123456789abcdef",
};
const original = (
  <CopyPencil value={(name) => <EditCopyButton name={name} />}>
    <SiteCopy name="home.lead">
      <p>No account needed.</p>
    </SiteCopy>
  </CopyPencil>
);

function show(content: NonNullable<FakeApi["content"]>, role: "admin" | "customer" = "customer") {
  renderWithApi(original, { content, auth: { me: () => ({ ...anAdmin, role }) } });
}

describe("a text of the site", () => {
  test("is the original until the office edits it", async () => {
    show({ list: () => [written] });
    expect(screen.getByText("No account needed.")).toBeTruthy();
    expect((await screen.findByText("home")).tagName).toBe("STRONG");
    expect(screen.queryByText("No account needed.")).toBeNull();
  });

  test("stays the original where the server does not answer, without an edit button for guests", async () => {
    const list = vi.fn<() => never>(() => {
      throw new Error("away");
    });
    show({ list });
    await waitFor(() => expect(list).toHaveBeenCalled());
    expect(screen.getByText("No account needed.")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  // shows S2.59
  test("has an edit button for admins, which opens the text with its versions", async () => {
    const set = vi.fn<NonNullable<NonNullable<FakeApi["content"]>["set"]>>(({ varName, copy }) => ({
      varName,
      copy,
      dateUpdated: null,
      version: null,
    }));
    show(
      {
        list: () => [written],
        get: () => written,
        set,
        versions: () => [
          { id: 2, copy: written.copy, at: written.dateUpdated, by: "Ada Min" },
          { id: 1, copy: null, at: "2026-11-19T09:05:00.000Z", by: null },
        ],
      },
      "admin",
    );
    await user.click(
      await screen.findByRole("button", { name: "Edit Home page: Lead" }, { timeout: 4000 }),
    );
    expect(await screen.findByText(/Ada Min/, undefined, { timeout: 5000 })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Restore original text" }));
    await waitFor(() =>
      expect(set.mock.calls[0]?.[0]).toEqual({
        varName: "home.lead",
        copy: null,
        version: written.version,
      }),
    );
  });
});

test("the page of all texts keeps its heading where they cannot be loaded", async () => {
  renderWithApi(<SiteCopyScreen />, {
    content: {
      list: () => {
        throw new Error("away");
      },
    },
    auth: { me: () => anAdmin },
  });
  expect(await screen.findByText("We could not load the texts.")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1, name: "Site copy" })).toBeTruthy();
});
