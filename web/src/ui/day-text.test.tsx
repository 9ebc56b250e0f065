import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { officeTimeZone, setOfficeTimeZone } from "../office-time-zone.ts";
import { DayText } from "./days.tsx";

const atFirst = officeTimeZone();
afterEach(() => setOfficeTimeZone(atFirst));

test("a rendered day changes to the office's time zone when the settings load", () => {
  render(<DayText value="2026-07-09T22:30:00.000Z" withTime />);
  expect(screen.getByText("10 Jul 2026, 00:30")).toBeTruthy();

  act(() => setOfficeTimeZone("Europe/London"));
  expect(screen.getByText("9 Jul 2026, 23:30")).toBeTruthy();
});
