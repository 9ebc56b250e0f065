import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithApi } from "../../testing/render.tsx";
import { SearchBox } from "./list-search.tsx";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** A list that keeps its search without the spaces around it. */
function Screen() {
  const [search, setSearch] = useState("");
  return (
    <>
      <SearchBox label="Search" value={search} onSearch={(text) => setSearch(text.trim())} />
      <button type="button" onClick={() => setSearch("")}>
        Clear all
      </button>
      <button type="button" onClick={() => setSearch("Ben")}>
        Back
      </button>
      <output aria-label="Searched">{search}</output>
    </>
  );
}

const box = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
const searched = () => screen.getByRole("status", { name: "Searched" }).textContent;
const later = () => act(() => vi.advanceTimersByTimeAsync(300));

test("a pause between two words keeps the space", async () => {
  const user = userEvent.setup({ delay: null });
  renderWithApi(<Screen />, {});
  await user.type(box(), "Ben ");
  await later();
  expect(searched()).toBe("Ben");
  await user.type(box(), "Naidoo");
  await later();
  expect(box().value).toBe("Ben Naidoo");
  expect(searched()).toBe("Ben Naidoo");
});

test("what is cleared stays cleared, and comes back with the address", async () => {
  const user = userEvent.setup({ delay: null });
  renderWithApi(<Screen />, {});
  await user.type(box(), "Ben");
  await later();
  await user.type(box(), "ny");
  await user.click(screen.getByRole("button", { name: "Clear all" }));
  await later();
  expect(searched()).toBe("");
  expect(box().value).toBe("");
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(box().value).toBe("Ben");
});
