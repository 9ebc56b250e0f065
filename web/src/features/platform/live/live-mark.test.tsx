import type { LiveTopic } from "@portal/shared/platform/live.ts";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../api/api.ts";
import { readOnce } from "../../../api/read-again.ts";
import type { FakeProcedure } from "../../../testing/fake-api.ts";
import { FakeStream } from "../../../testing/fake-stream.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { LiveMark } from "./live-mark.tsx";

type Sessions = FakeProcedure<"people", "sessions">;

const aSession = {
  handle: "a",
  device: "Firefox on Windows",
  startedAt: "2026-03-10T08:00:00.000Z",
  lastSeenAt: "2026-03-10T08:00:00.000Z",
};

beforeEach(() => vi.stubGlobal("EventSource", FakeStream));
afterEach(() => vi.unstubAllGlobals());

function Page(props: { options?: object }) {
  const { data } = api.people.sessions.useQuery({ id: 1 }, props.options);
  return (
    <>
      <LiveMark />
      {data ? `${data.length} sessions` : "none yet"}
    </>
  );
}

async function changed(...topics: readonly LiveTopic[]) {
  await act(async () => FakeStream.last?.say("message", { topics, changes: [] }, "1"));
}

test("a change that arrives while the page is first read is on the page", async () => {
  const before = Promise.withResolvers<Awaited<ReturnType<Sessions>>>();
  const sessions = vi.fn<Sessions>(() => []).mockImplementationOnce(() => before.promise);
  renderWithApi(<Page />, { people: { sessions } });
  await screen.findByText(/none yet/);
  await changed("office");
  before.resolve([aSession]);
  await screen.findByText(/0 sessions/);
  expect(sessions).toHaveBeenCalledTimes(2);
});

test("a change does not repeat what only its user repeats", async () => {
  const sessions = vi.fn<Sessions>(() => [aSession]);
  renderWithApi(<Page options={readOnce} />, { people: { sessions } });
  await screen.findByText(/1 sessions/);
  await changed("office");
  expect(sessions).toHaveBeenCalledTimes(1);
});
