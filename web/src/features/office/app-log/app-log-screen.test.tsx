import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import type { FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { AppLogScreen } from "./app-log-screen.tsx";

type Line = ApiOutputs["system"]["logs"]["rows"][number];
const aLine: Line = {
  id: 1,
  at: "2026-03-09T12:05:00.000Z",
  level: "error",
  text: "a request failed",
  details: '{"path": "/x"}',
};

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  Object.assign(window, { scrollY: 0 });
});

function show(logs: FakeProcedure<"system", "logs">, at = "") {
  const pattern = "/system/app-log-viewer";
  renderWithApi(<AppLogScreen />, { system: { logs } }, { path: `${pattern}${at}`, pattern });
}

// shows S2.47
test("each line shows message, level and time, and can be copied", async () => {
  show(() => ({ rows: [aLine], total: 1 }));
  const row = within(await screen.findByRole("row", { name: /a request failed/ }));
  expect(row.getByText("Error")).toBeTruthy();
  expect(row.getByText('{"path": "/x"}')).toBeTruthy();
  fireEvent.click(row.getByRole("button", { name: /Open the line/ }));
  const sheet = within(await screen.findByRole("dialog", { name: /a request failed/ }));
  expect(sheet.getByText('{ "path": "/x" }')).toBeTruthy();
  expect(sheet.getByRole("button", { name: /Copy the line/ })).toBeTruthy();
});

test("the log is polled every two seconds, but not while scrolled down or switched off", async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const asked = vi.fn<FakeProcedure<"system", "logs">>(() => ({ rows: [aLine], total: 1 }));
  show(asked, "?level=warn&search=x");
  await screen.findByRole("row", { name: /a request failed/ });
  expect(asked).toHaveBeenLastCalledWith({ page: 1, pageSize: 50, level: "warn", search: "x" });
  await vi.advanceTimersByTimeAsync(2100);
  expect(asked.mock.calls.length).toBeGreaterThan(1);

  Object.assign(window, { scrollY: 500 });
  fireEvent.scroll(window);
  const before = asked.mock.calls.length;
  await vi.advanceTimersByTimeAsync(4100);
  expect(asked.mock.calls.length).toBe(before);
  expect(screen.getByText("Paused")).toBeTruthy();

  Object.assign(window, { scrollY: 0 });
  fireEvent.scroll(window);
  await user.click(screen.getByRole("switch", { name: "Follow" }));
  const stopped = asked.mock.calls.length;
  await vi.advanceTimersByTimeAsync(4100);
  expect(asked.mock.calls.length).toBeLessThanOrEqual(stopped + 1);
});

test("a request shows its procedures, status, duration and user", async () => {
  const details = {
    method: "POST",
    route: "/trpc/:path",
    procedures: ["orders.save"],
    status: 404,
    ms: 12,
    userId: 5,
  };
  const logs = vi.fn<FakeProcedure<"system", "logs">>(() => ({
    rows: [{ ...aLine, level: "info", text: "answered", details: JSON.stringify(details) }],
    total: 1,
  }));
  show(logs, "?status=refused&user=5");
  const row = within(await screen.findByRole("row", { name: /POST orders\.save/ }));
  for (const text of ["404", "12", "User 5"]) expect(row.getByText(text)).toBeTruthy();
  expect(row.queryByText("answered")).toBeNull();
  expect(logs).toHaveBeenLastCalledWith(expect.objectContaining({ answer: "refused", userId: 5 }));
});
