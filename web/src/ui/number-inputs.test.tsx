import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { describe, expect, test } from "vitest";
import { renderWithApi } from "../testing/render.tsx";
import { MoneyInput, PercentInput, WholeNumberInput } from "./number-inputs.tsx";

const user = userEvent.setup({ delay: null });

type Kept = Readonly<{ value: number | null; onChange: (value: number | null) => void }>;

/** A form with one field, which was 5 before, and a button that discards what was typed. */
function Form(props: {
  onValue: (value: number | null) => void;
  field: (kept: Kept) => ReactNode;
}) {
  const [value, setValue] = useState<number | null>(5);
  props.onValue(value);
  return (
    <>
      {props.field({ value, onChange: setValue })}
      <button type="button" onClick={() => setValue(5)}>
        Discard
      </button>
    </>
  );
}

function show(field: (kept: Kept) => ReactNode) {
  let value: number | null = null;
  const onValue = (now: number | null) => {
    value = now;
  };
  renderWithApi(<Form field={field} onValue={onValue} />, {});
  const input = screen.getByLabelText<HTMLInputElement>("Number");
  return {
    input,
    valueOf: async (typed: string) => {
      await user.clear(input);
      await user.click(input);
      await user.paste(typed);
      return value;
    },
  };
}

const money = (kept: Kept) => <MoneyInput label="Number" currency="ZAR" {...kept} />;
const signed = (kept: Kept) => <MoneyInput label="Number" currency="ZAR" isSigned {...kept} />;
const percent = (kept: Kept) => <PercentInput label="Number" {...kept} />;
const whole = (kept: Kept) => <WholeNumberInput label="Number" unit="grams" {...kept} />;

const none = Number.NaN;
const kinds = [
  ["an amount", money],
  ["an amount with a sign", signed],
  ["a percentage", percent],
  ["a whole number", whole],
] as const;

describe("a number that is typed", () => {
  test.each([
    [money, "325", 325_00],
    [money, "325,5", 325_50],
    [money, " 1 234,50 ", 1_234_50],
    [money, "R\u00a01\u202f234.50", 1_234_50],
    [money, "0", 0],
    [money, "-5", none],
    [money, "−5", none],
    [money, "12.345", none],
    [money, "1.2.3", none],
    [money, "1,2.3", none],
    [money, "1e3", none],
    [money, "0x1F", none],
    [money, "٣", none],
    [money, "99999999999999999999", none],
    [signed, "-5", -500],
    [signed, "−1 234,5", -1_234_50],
    [signed, "--5", none],
    [signed, "-", none],
    [percent, "15,5", 1550],
    [percent, "100", 100_00],
    [percent, "1 5", none],
    [percent, "15%", none],
    [percent, "-1", none],
    [percent, "1000", none],
    [percent, "1.5.5", none],
    [whole, "12", 12],
    [whole, " -3 ", -3],
    [whole, "−3", none],
    [whole, "1.5", none],
    [whole, "1e3", none],
    [whole, "1 000", none],
    [whole, "9999999999", none],
    [whole, "Infinity", none],
  ] as const)("in %o as “%s” is %d", async (field, typed, value) => {
    expect(await show(field).valueOf(typed)).toBe(value);
  });

  test.each(kinds)("in %s is null when it is empty, or only blanks", async (_name, field) => {
    const { valueOf, input } = show(field);
    await user.clear(input);
    expect(await valueOf(" \u00a0 ")).toBeNull();
  });

  test.each(kinds)(
    "in %s stays in the field when it is none, until it is discarded",
    async (_name, field) => {
      const { input, valueOf } = show(field);
      const before = input.value;
      expect(await valueOf("cheap")).toBeNaN();
      await user.tab();
      expect(input.value).toBe("cheap");
      await user.click(screen.getByRole("button", { name: "Discard" }));
      expect(input.value).toBe(before);
    },
  );

  test("is shown as it was understood on leaving the field, and not before", async () => {
    const { input, valueOf } = show(money);
    expect(await valueOf("1,234")).toBe(1_234_00);
    expect(input.value).toBe("1,234");
    await user.tab();
    expect(input.value).toBe("1234.00");
  });

  test("does not change by the wheel or the arrow keys", async () => {
    const { input } = show(whole);
    await user.click(input);
    await user.keyboard("{ArrowUp}{ArrowDown}{PageUp}");
    input.dispatchEvent(new WheelEvent("wheel", { deltaY: 100, bubbles: true }));
    expect(input.value).toBe("5");
  });

  test.each([
    ["an amount", money, "decimal"],
    ["an amount with a sign", signed, "text"],
    ["a percentage", percent, "decimal"],
    ["a whole number", whole, "numeric"],
  ] as const)("brings the keyboard of a phone for %s", (_name, field, mode) => {
    expect(show(field).input.inputMode).toBe(mode);
  });
});
