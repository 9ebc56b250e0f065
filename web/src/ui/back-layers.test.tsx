import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { useSearchParams } from "wouter";
import { useUnsavedGuard } from "./confirm-dialog.tsx";
import { ModalDialog } from "./modal-dialog.tsx";
import { Sheet } from "./sheet.tsx";

const user = userEvent.setup({ delay: null });
const press = (name: string) => user.click(screen.getByRole("button", { name }));
const depth = () => window.history.state?.layers ?? 0;

/** A list, a sheet with a filter, and a form over the sheet. */
function Page() {
  const [open, setOpen] = useState<readonly ("sheet" | "form")[]>([]);
  const [params, setParams] = useSearchParams();
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setOpen(["sheet"])}>
        Open
      </button>
      <p>filter {params.get("filter") ?? "none"}</p>
      {open.includes("sheet") && (
        <Sheet title="Order 7" onClose={() => setOpen([])}>
          <button type="button" onClick={() => setOpen(["sheet", "form"])}>
            Refund
          </button>
          <button type="button" onClick={() => setParams({ filter: "paid" }, { replace: true })}>
            Filter
          </button>
        </Sheet>
      )}
      {open.includes("form") && <Form onClose={() => setOpen(["sheet"])} />}
    </MantineProvider>
  );
}

function Form(props: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const { leave, question } = useUnsavedGuard(typed !== "");
  return (
    <ModalDialog title="Refund" onClose={() => leave(props.onClose)}>
      <input aria-label="Why" value={typed} onChange={(event) => setTyped(event.target.value)} />
      {question}
    </ModalDialog>
  );
}

async function show(names: readonly string[]) {
  window.history.pushState(null, "", "/list");
  render(<Page />);
  for (const name of names) await press(name);
  await waitFor(() => expect(depth()).toBe(names.filter((name) => name !== "Filter").length));
}

describe("Back", () => {
  test("closes the layers one after the other, and stays on the page", async () => {
    await show(["Open", "Refund"]);
    window.history.back();
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Refund" })).toBeNull());
    expect(screen.getByRole("dialog", { name: "Order 7" })).toBeTruthy();

    window.history.back();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(window.location.pathname).toBe("/list");
    expect(depth()).toBe(0);
  });

  test("leaves no entries of layers that were closed otherwise", async () => {
    await show(["Open"]);
    await press("Close");
    await waitFor(() => expect(depth()).toBe(0));
    expect(window.location.pathname).toBe("/list");
  });

  test("asks before typed text is lost, and keeps the form open if the user stays", async () => {
    await show(["Open", "Refund"]);
    await user.type(screen.getByLabelText("Why"), "twice");
    window.history.back();

    await screen.findByRole("dialog", { name: "Lose any unsaved changes?" });
    await waitFor(() => expect(depth()).toBe(3));
    await press("Keep editing");
    await waitFor(() => expect(depth()).toBe(2));
    expect(screen.getByLabelText<HTMLInputElement>("Why").value).toBe("twice");

    window.history.back();
    await screen.findByRole("dialog", { name: "Lose any unsaved changes?" });
    await press("Discard changes");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Refund" })).toBeNull());
    await waitFor(() => expect(depth()).toBe(1));
  });

  test.each(["Back", "Close"])(
    "keeps a filter that was set in a sheet closed by %s",
    async (way) => {
      await show(["Open", "Filter"]);
      if (way === "Back") window.history.back();
      else await press("Close");

      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      await waitFor(() => expect(depth()).toBe(0));
      expect(window.location.search).toBe("?filter=paid");
      expect(screen.getByText("filter paid")).toBeTruthy();
    },
  );

  test("skips an entry of a layer that is no longer open", async () => {
    await show(["Open"]);
    window.history.pushState(null, "", "/another");
    await press("Close");
    window.history.back();

    await waitFor(() => expect(window.location.pathname).toBe("/list"));
    await waitFor(() => expect(depth()).toBe(0));
  });
});
