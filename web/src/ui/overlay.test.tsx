import { MantineProvider, Menu, Select } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ModalDialog } from "./modal-dialog.tsx";
import { Sheet } from "./sheet.tsx";

const user = userEvent.setup({ delay: null });
const press = (name: string) => user.click(screen.getByRole("button", { name }));
const focused = () => document.activeElement?.textContent;

/** A button that opens a sheet with a select, a dialog and a question. */
function Page() {
  const [open, setOpen] = useState<"nothing" | "sheet" | "dialog">("nothing");
  const [asks, setAsks] = useState(false);
  return (
    <MantineProvider env="test">
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen("sheet")}>Open from the menu</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <button type="button" onClick={() => setOpen("sheet")}>
        Open
      </button>
      {open === "sheet" && (
        <Sheet key="sheet" title="Order 7" onClose={() => setOpen("nothing")}>
          <Select label="Way" data={["card", "bank"]} />
          <button type="button" onClick={() => setOpen("dialog")}>
            Continue
          </button>
          <button type="button" onClick={() => setAsks(true)}>
            Delete
          </button>
          {asks && (
            <ConfirmDialog
              title="Delete it?"
              confirmLabel="Delete"
              onConfirm={() => setOpen("nothing")}
              onCancel={() => setAsks(false)}
            >
              You cannot undo this.
            </ConfirmDialog>
          )}
        </Sheet>
      )}
      {open === "dialog" && (
        <ModalDialog key="dialog" title="Second" onClose={() => setOpen("nothing")}>
          <button type="button" data-autofocus>
            First of all
          </button>
        </ModalDialog>
      )}
    </MantineProvider>
  );
}

describe("a sheet", () => {
  test("focuses its title, and returns the focus", async () => {
    render(<Page />);
    await press("Open");
    expect(screen.getByRole("dialog", { name: "Order 7" })).toBeTruthy();
    await waitFor(() => expect(focused()).toBe("Order 7"));
    await press("Close");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(focused()).toBe("Open");
  });

  test("opened from a menu returns the focus to the menu's button", async () => {
    render(<Page />);
    await press("More");
    await user.click(screen.getByRole("menuitem"));
    await waitFor(() => expect(focused()).toBe("Order 7"));
    await press("Close");
    expect(focused()).toBe("More");
  });

  test("followed by a dialog returns the focus to its own opener", async () => {
    render(<Page />);
    await press("Open");
    await waitFor(() => expect(focused()).toBe("Order 7"));
    await press("Continue");
    await waitFor(() => expect(focused()).toBe("First of all"));
    await press("Close");
    expect(focused()).toBe("Open");
  });

  test("closes on Escape, after the layers above it", async () => {
    render(<Page />);
    await press("Open");
    await waitFor(() => expect(focused()).toBe("Order 7"));
    await press("Delete");
    await waitFor(() => expect(focused()).toBe("Cancel"));
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog", { name: "Delete it?" })).toBeNull();
    await waitFor(() => expect(focused()).toBe("Delete"));

    await user.click(screen.getByRole("combobox", { name: "Way" }));
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog", { name: "Order 7" })).toBeTruthy();

    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
