import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { Dialog } from "./dialog.tsx";

const user = userEvent.setup({ delay: null });

/** A button that opens a dialog, which another one can replace. */
function Page() {
  const [open, setOpen] = useState<"nothing" | "first" | "second">("nothing");
  const close = () => setOpen("nothing");
  return (
    <>
      <button type="button" onClick={() => setOpen("first")}>
        Begin
      </button>
      {open === "first" && (
        <Dialog key="first" title="First" onClose={close}>
          <button type="button" onClick={() => setOpen("second")}>
            Go on
          </button>
        </Dialog>
      )}
      {open === "second" && (
        <Dialog key="second" title="Second" onClose={close}>
          <button type="button" data-autofocus>
            First of all
          </button>
        </Dialog>
      )}
    </>
  );
}

const press = (name: string) => user.click(screen.getByRole("button", { name }));

describe("a dialog", () => {
  test("focuses its heading, and returns the focus", async () => {
    render(<Page />);
    await press("Begin");
    expect(document.activeElement?.textContent).toBe("First");
    await press("Close");
    expect(document.activeElement?.textContent).toBe("Begin");
  });

  test("closes by a press outside, and not where text was marked by dragging out of it", async () => {
    render(<Page />);
    await press("Begin");
    const dialog = screen.getByRole("dialog", { name: "First" });
    fireEvent.pointerDown(screen.getByRole("heading", { name: "First" }));
    fireEvent.click(dialog);
    expect(screen.getByRole("dialog", { name: "First" })).toBeTruthy();
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("that replaces another returns the focus to the opener of the first", async () => {
    render(<Page />);
    await press("Begin");
    await press("Go on");
    expect(document.activeElement?.textContent).toBe("First of all");
    await press("Close");
    expect(document.activeElement?.textContent).toBe("Begin");
  });
});
