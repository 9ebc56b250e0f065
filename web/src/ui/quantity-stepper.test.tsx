import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { QuantityStepper } from "./quantity-stepper.tsx";

const user = userEvent.setup({ delay: null });

function Counter() {
  const [quantity, setQuantity] = useState(1);
  return <QuantityStepper label="bottle" value={quantity} onChange={setQuantity} />;
}

const field = () => screen.getByLabelText<HTMLInputElement>("Quantity of bottle");
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("the quantity", () => {
  // shows S5.9
  test("goes up and down, never below 0", async () => {
    render(<Counter />);

    await user.click(button("One more bottle"));
    expect(field().value).toBe("2");
    await user.click(button("One fewer bottle"));
    await user.click(button("One fewer bottle"));

    expect(field().value).toBe("0");
    expect(button("One fewer bottle").disabled).toBe(true);
  });

  test.each(["1.5", "-1", "3x", "1001"])(
    "says that %s is none, and stays what it was",
    async (typed) => {
      render(<Counter />);
      await user.clear(field());
      await user.type(field(), typed);
      await user.tab();

      expect(field().value).toBe(typed);
      expect(field().getAttribute("aria-invalid")).toBe("true");
      expect(screen.getByRole("alert").textContent).toBe("Enter a whole number, 1000 at most.");
      await user.click(button("One more bottle"));
      expect(screen.queryByRole("alert")).toBeNull();
    },
  );

  test("can be typed", async () => {
    render(<Counter />);
    await user.clear(field());
    await user.type(field(), " 36");
    expect(field().value).toBe("36");
  });

  test("is restored when the field is left empty", async () => {
    render(<Counter />);

    await user.clear(field());
    expect(field().value).toBe("");
    await user.tab();

    expect(field().value).toBe("1");
  });
});
