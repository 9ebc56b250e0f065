import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, test } from "vitest";
import { translate } from "../testing/translate.ts";
import { keepTranslatedTextInStep } from "./translated-text.ts";

beforeAll(() => keepTranslatedTextInStep(document));

const user = userEvent.setup({ delay: null });

function Basket() {
  const [count, setCount] = useState(0);
  return (
    <div>
      <button type="button" onClick={() => setCount(count + 1)}>
        more
      </button>
      <p>
        You have {count} bottles{count > 1 && " in two parcels"}
        {count > 2 ? " and a gift" : ""}.
      </p>
      {count > 1 && "Free delivery"}
      <ul>
        {["a", "b", "c"].slice(0, 3 - (count % 3)).map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

const textOf = () => screen.getByRole("paragraph").textContent;

describe.each(["replace", "insert and remove", "wrap", "wrap together", "new texts"] as const)(
  "a page that is translated by %s",
  (how) => {
    test("goes on working, and shows what changes", async () => {
      render(<Basket />);
      for (const [count, text] of [
        [1, "You have 1 bottles."],
        [2, "You have 2 bottles in two parcels."],
        [3, "You have 3 bottles in two parcels and a gift."],
      ] as const) {
        // A text that is wrapped is changed in its wrapper, and not shown anew.
        const least = how.startsWith("wrap") && count > 1 ? 0 : 1;
        expect(translate(document.body, how)).toBeGreaterThanOrEqual(least);
        await Promise.resolve();
        await user.click(screen.getByRole("button"));
        await Promise.resolve();
        expect(textOf()).toBe(text);
        expect(screen.getAllByRole("listitem")).toHaveLength(3 - (count % 3));
      }
      expect(screen.getByText("Free delivery")).toBeTruthy();
    });

    test("is removed as a whole", async () => {
      const { unmount } = render(<Basket />);
      await user.click(screen.getByRole("button"));
      translate(document.body, how);
      await Promise.resolve();
      unmount();
      expect(screen.queryByRole("paragraph")).toBeNull();
    });
  },
);

test("a page whose texts the translator joins goes on working", async () => {
  const { unmount } = render(<Basket />);
  for (const count of [1, 2, 3]) {
    translate(document.body, "joined texts");
    await Promise.resolve();
    await user.click(screen.getByRole("button"));
    await Promise.resolve();
    expect(screen.getAllByRole("listitem")).toHaveLength(3 - (count % 3));
  }
  expect(screen.getByText("Free delivery")).toBeTruthy();
  unmount();
  expect(screen.queryByRole("paragraph")).toBeNull();
});

test("what a translator put beside a wrapped text goes with it", async () => {
  const [paragraph, list] = [document.createElement("p"), document.createElement("ul")];
  const [first, last] = [new Text("one"), new Text("two")];
  for (const text of [first, last]) paragraph.appendChild(text);
  document.body.appendChild(paragraph);
  translate(paragraph, "wrap");
  for (const font of paragraph.querySelectorAll("font font")) font.append(" translated");
  await Promise.resolve();
  paragraph.removeChild(first);
  expect(paragraph.textContent).toBe("two translated");
  list.appendChild(last);
  expect([paragraph.textContent, list.textContent]).toEqual(["", "two"]);
  paragraph.remove();
});

test("a page takes what its own code puts before nothing", () => {
  const list = document.createElement("ul");
  const [first, last] = [document.createElement("li"), document.createElement("li")];
  list.append(first);
  // oxlint-disable-next-line typescript/unbound-method -- called with the list, and with what its type does not allow
  Reflect.apply(list.insertBefore, list, [last, undefined]);
  expect([...list.children]).toEqual([first, last]);
});
