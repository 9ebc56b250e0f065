import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useShopSettings } from "../../session/use-shop-settings.ts";
import { renderWithApi } from "../../testing/render.tsx";
import { someSettings } from "../../testing/some-settings.ts";
import { DayField } from "./day-field.tsx";

const user = userEvent.setup({ delay: null });
const limits = { min: "2026-11-01", max: "2026-11-22" };

describe("a typed day", () => {
  beforeEach(() => vi.setSystemTime("2026-11-22T10:00:00.000Z"));
  afterEach(() => vi.useRealTimers());

  test.each([
    ["2/11/26", "2026-11-02", "02 Nov 2026"],
    ["2-11-2026", "2026-11-02", "02 Nov 2026"],
    ["Nov 2, 2026", "2026-11-02", "02 Nov 2026"],
  ])("%s is %s, shown as %s", async (typed, day, shown) => {
    const told = show({});
    await type(typed);
    expect(told.mock.lastCall).toEqual([day]);
    expect(field().value).toBe(shown);
    expect(screen.queryByText(/^Type a date/)).toBeNull();
  });

  test("has the month first in the USA", async () => {
    const told = show({}, "usa");
    await screen.findByText("usa");
    await type("11/12/2026");
    expect(told.mock.lastCall).toEqual(["2026-11-12"]);
  });

  test("that cannot be read stays, and is told instead of the former day", async () => {
    const told = show({});
    await type("2.11,2026");
    expect(told.mock.lastCall).toEqual(["2.11,2026"]);
    expect(field().value).toBe("2.11,2026");
    expect(screen.getByText("Type a date such as 22 Nov 2026, or choose one.")).toBeTruthy();
    expect(field().getAttribute("aria-invalid")).toBe("true");

    await type("2 Nov");
    expect(told.mock.lastCall).toEqual(["2026-11-02"]);
    expect(screen.queryByText(/^Type a date/)).toBeNull();
  });

  test.each([
    ["2026-11-23", "23 Nov 2026", limits, "Choose a date from 1 Nov 2026 to 22 Nov 2026."],
    ["31 Oct 2026", "31 Oct 2026", { min: limits.min }, "Choose a date from 1 Nov 2026."],
    ["23/11/2026", "23 Nov 2026", { max: limits.max }, "Choose a date up to 22 Nov 2026."],
  ])("%s outside the limits is told as %s", async (typed, text, some, words) => {
    const told = show(some);
    await type(typed);
    expect(told.mock.lastCall).toEqual([text]);
    expect(field().value).toBe(typed);
    expect(screen.getByText(words)).toBeTruthy();
  });

  test("that was emptied is none, also where one is required", async () => {
    const told = show({ required: true });
    await user.clear(field());
    await user.tab();
    expect(told.mock.lastCall).toEqual([""]);
    expect(field().value).toBe("");
  });

  test("that a filter cannot read changes nothing, and says so", async () => {
    const told = show({ isFilter: true });
    await user.click(field());
    await user.paste(" or so");
    await user.tab();
    expect(told).not.toHaveBeenCalled();
    expect(field().value).toBe("20 Nov 2026 or so");
    expect(screen.getByText(/^Type a date/)).toBeTruthy();
  });
});

function show(
  props: { min?: string; max?: string; required?: boolean; isFilter?: boolean },
  region: "za" | "usa" = "za",
) {
  const told = vi.fn<(day: string) => void>();
  const settings = { public: () => ({ ...someSettings, region }) };
  renderWithApi(<Example {...props} onTold={told} />, { settings });
  return told;
}

function Example(props: React.ComponentProps<typeof DayField> & { onTold: (day: string) => void }) {
  const { onTold, ...others } = props;
  const [day, setDay] = useState("2026-11-20");
  return (
    <>
      {useShopSettings()?.region}
      <DayField
        label="Paid on"
        {...others}
        value={day}
        onChange={(told) => {
          onTold(told);
          setDay(told);
        }}
      />
    </>
  );
}

function field() {
  return screen.getByLabelText<HTMLInputElement>(/^Paid on/);
}

async function type(text: string) {
  await user.clear(field());
  await user.type(field(), text);
  await user.tab();
}
