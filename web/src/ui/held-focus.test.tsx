// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, test } from "vitest";
import { holdFocusWhilePressing } from "./held-focus.ts";

beforeAll(() => holdFocusWhilePressing(document));

/** A field whose value counts when it is left, as a message that appears then does. */
function Amount({ onSave }: { onSave: (amount: string) => void }) {
  const [typed, setTyped] = useState("");
  const [amount, setAmount] = useState("none");
  return (
    <>
      <label>
        Amount
        <input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setAmount(typed)}
        />
      </label>
      <p>Kept: {amount}</p>
      <button type="button" onClick={() => onSave(amount)}>
        Save
      </button>
      <button type="button" onMouseDown={(event) => event.preventDefault()}>
        Show
      </button>
      <label htmlFor="agreed">I agree</label>
      <input id="agreed" type="checkbox" />
    </>
  );
}

describe("pressing a button while a field has the focus", () => {
  test("leaves the field only once the pointer is released, and before the click", async () => {
    const saved: string[] = [];
    render(<Amount onSave={(amount) => saved.push(amount)} />);
    const user = userEvent.setup();
    await user.type(screen.getByRole("textbox"), "12");

    await user.pointer({ keys: "[MouseLeft>]", target: screen.getByText("Save") });
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
    expect(screen.getByText("Kept: none")).toBeTruthy();

    await user.pointer({ keys: "[/MouseLeft]", target: screen.getByText("Save") });
    expect(saved).toEqual(["12"]);
    expect(document.activeElement).toBe(screen.getByText("Save"));
  });

  test("keeps the focus where the pointer was released elsewhere", async () => {
    const saved: string[] = [];
    render(<Amount onSave={(amount) => saved.push(amount)} />);
    const user = userEvent.setup();
    await user.type(screen.getByRole("textbox"), "12");
    await user.pointer([
      { keys: "[MouseLeft>]", target: screen.getByText("Save") },
      { keys: "[/MouseLeft]", target: screen.getByText("Kept: none") },
    ]);
    expect(saved).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
  });

  test("leaves the field for a label and its check box", async () => {
    render(<Amount onSave={() => {}} />);
    const user = userEvent.setup();
    await user.type(screen.getByRole("textbox"), "7");
    await user.click(screen.getByText("I agree"));
    expect(screen.getByText("Kept: 7")).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
  });

  test("leaves alone what keeps the focus by itself, the field's own label, and the keyboard", async () => {
    render(<Amount onSave={() => {}} />);
    const user = userEvent.setup();
    const field = screen.getByRole("textbox");
    await user.type(field, "7");
    await user.click(screen.getByText("Show"));
    expect(document.activeElement).toBe(field);
    await user.click(screen.getByText("Amount"));
    expect(document.activeElement).toBe(field);
    expect(screen.getByText("Kept: none")).toBeTruthy();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByText("Save"));
    expect(screen.getByText("Kept: 7")).toBeTruthy();
  });
});

describe("pressing a button in a browser that gives it no focus", () => {
  const press = (button: HTMLElement, releasedOn: HTMLElement = button) => {
    // As Safari does, where the press was not prevented.
    if (fireEvent.mouseDown(button) && document.activeElement instanceof HTMLElement)
      document.activeElement.blur();
    fireEvent.mouseUp(releasedOn);
  };

  test("gives it the focus before the click", () => {
    render(<Amount onSave={() => {}} />);
    press(screen.getByText("Save"));
    expect(document.activeElement).toBe(screen.getByText("Save"));
  });

  test("gives none to one that prevents it, or beside which the pointer was released", () => {
    render(<Amount onSave={() => {}} />);
    press(screen.getByText("Show"));
    expect(document.activeElement).toBe(document.body);
    press(screen.getByText("Save"), screen.getByText("Kept: none"));
    expect(document.activeElement).toBe(document.body);
  });
});
