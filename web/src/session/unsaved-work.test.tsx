import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Route, Router, useLocation } from "wouter";
import { useUnsavedGuard } from "../ui/confirm-dialog.tsx";
import { addressHooks } from "./address.ts";
import { leaveWork } from "./unsaved-work.ts";

const user = userEvent.setup({ delay: null });
const press = (name: string) => user.click(screen.getByRole("button", { name }));

/** A form beside what takes it off the screen: a step to another page, and another tab. */
function Page() {
  const [typed, setTyped] = useState("");
  const [tab, setTab] = useState("notes");
  const [, navigate] = useLocation();
  return (
    <>
      {tab === "notes" && <Note typed={typed} onTyped={setTyped} />}
      <button type="button" onClick={() => navigate("/other")}>
        Go
      </button>
      <button type="button" onClick={() => navigate("?sort=name")}>
        Sort
      </button>
      <button type="button" onClick={() => leaveWork(() => setTab("orders"))}>
        Orders
      </button>
    </>
  );
}

function Note(props: { typed: string; onTyped: (typed: string) => void }) {
  const { question } = useUnsavedGuard(props.typed !== "");
  return (
    <>
      <input
        aria-label="Note"
        value={props.typed}
        onChange={(event) => props.onTyped(event.target.value)}
      />
      {question}
    </>
  );
}

async function show(typed: string) {
  window.history.replaceState(null, "", "/here");
  render(
    <MantineProvider env="test">
      <Router {...addressHooks}>
        <Route path="/here">
          <Page />
        </Route>
        <Route path="/other">Other page</Route>
      </Router>
    </MantineProvider>,
  );
  if (typed !== "") await user.type(screen.getByLabelText("Note"), typed);
}

const question = () => screen.findByRole("dialog", { name: "Lose any unsaved changes?" });

test("a step to another page asks once before typed text is lost", async () => {
  await show("Call back");
  await press("Go");
  await question();
  await press("Keep editing");
  expect(window.location.pathname).toBe("/here");
  expect(screen.getByLabelText<HTMLInputElement>("Note").value).toBe("Call back");

  await press("Go");
  await question();
  await press("Discard changes");
  await screen.findByText("Other page");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("another tab of the page asks too", async () => {
  await show("Call back");
  await press("Orders");
  await question();
  await press("Discard changes");
  await waitFor(() => expect(screen.queryByLabelText("Note")).toBeNull());
});

test("nothing asks while the page stays, or where nothing was typed", async () => {
  await show("Call back");
  await press("Sort");
  expect(window.location.search).toBe("?sort=name");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.clear(screen.getByLabelText("Note"));
  await press("Go");
  expect(await screen.findByText("Other page")).toBeTruthy();
});
