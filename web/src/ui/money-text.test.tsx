import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { translate } from "../testing/translate.ts";
import { MoneyText } from "./money-text.tsx";

test("an amount is kept from translation", () => {
  const { container } = render(<MoneyText minor={32_500} currency="ZAR" />);
  expect(translate(container, "replace")).toBe(0);
  expect(container.textContent).toBe("R325.00");
});
