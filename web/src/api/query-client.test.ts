import type { AppRouter } from "@portal/server/app-router.ts";
import { QueryObserver } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { getQueryKey } from "@trpc/react-query";
import { describe, expect, test, vi } from "vitest";
import { aDistributor } from "../testing/some-data.ts";
import { api } from "./api.ts";
import { createQueryClient, shownPersonId } from "./api-provider.tsx";
import { forgetAnswers } from "../session/become.ts";

const me = getQueryKey(api.auth.me, undefined, "query");

const unauthorized = { code: "UNAUTHORIZED", httpStatus: 401 };

async function failWith(reason: string) {
  const onSignedOut = vi.fn<() => void>();
  const onOtherPerson = vi.fn<() => void>();
  const client = createQueryClient({ onSignedOut, onOtherPerson, onPerson: () => {} });
  client.setQueryData(me, aDistributor);
  const isOther = reason === "access.other-person";
  const data = { ...(isOther ? { code: "CONFLICT", httpStatus: 409 } : unauthorized), reason };
  await client
    .fetchQuery({
      queryKey: ["some call"],
      queryFn: () => {
        throw TRPCClientError.from<AppRouter>({ error: { message: "", code: 0, data } } as never);
      },
    })
    .catch(() => {});
  return { onSignedOut, onOtherPerson, user: client.getQueryData(me) };
}

describe("a refused call", () => {
  // shows S2.7
  test("for lack of a session signs out here as well", async () => {
    const { onSignedOut, user } = await failWith("access.sign-in-required");
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(user).toBeNull();
  });

  test("for a wrong password keeps the session", async () => {
    const { onSignedOut, user } = await failWith("access.wrong-credentials");
    expect(onSignedOut).not.toHaveBeenCalled();
    expect(user).toEqual(aDistributor);
  });

  test("for another signed-in user reloads the page", async () => {
    const { onSignedOut, onOtherPerson } = await failWith("access.other-person");
    expect(onOtherPerson).toHaveBeenCalledTimes(1);
    expect(onSignedOut).not.toHaveBeenCalled();
  });
});

test("refetches what could not be loaded as soon as the server answers again", async () => {
  const client = createQueryClient({
    onSignedOut: () => {},
    onOtherPerson: () => {},
    onPerson: () => {},
  });
  let isThere = false;
  const ask = (name: string) => async () => {
    if (!isThere) throw TRPCClientError.from<AppRouter>(new TypeError("Failed to fetch"));
    return name;
  };
  const seen = ["prices", "recipients"].map((name) => {
    const query = new QueryObserver(client, {
      queryKey: [name],
      queryFn: ask(name),
      retry: false,
    });
    return { query, leave: query.subscribe(() => {}) };
  });
  const states = () => seen.map(({ query }) => query.getCurrentResult().status);
  await vi.waitFor(() => expect(states()).toEqual(["error", "error"]));

  isThere = true;
  await seen[0]?.query.refetch();
  await vi.waitFor(() => expect(states()).toEqual(["success", "success"]));
  for (const { leave } of seen) leave();
});

describe("the user that a page shows", () => {
  test("is unknown until the server has answered; then it is a user or a guest", () => {
    const client = createQueryClient({
      onSignedOut: () => {},
      onOtherPerson: () => {},
      onPerson: () => {},
    });
    expect(shownPersonId(client)).toBeUndefined();

    client.setQueryData(me, aDistributor);
    expect(shownPersonId(client)).toBe(aDistributor.id);

    client.setQueryData(me, null);
    expect(shownPersonId(client)).toBe(0);
  });
});

// shows T220
test("tells of another person before a page shows it, and drops what was read as the one before", async () => {
  const seen: (number | null)[] = [];
  const client = createQueryClient({
    onSignedOut: () => {},
    onOtherPerson: () => {},
    onPerson: (user) => seen.push(user?.id ?? null),
  });
  client.setQueryData(me, aDistributor);
  client.setQueryData(["wallet"], { balance: 100 });
  client.setQueryData(me, null);
  expect(seen).toEqual([aDistributor.id, null]);
  // Nor again while it is asked, when another tab may have signed out meanwhile.
  const asked = Promise.withResolvers<null>();
  const answered = client.fetchQuery({
    queryKey: me,
    queryFn: () => asked.promise,
    staleTime: 0,
  });
  expect(seen).toEqual([aDistributor.id, null]);
  asked.resolve(null);
  await answered;
  expect(seen).toEqual([aDistributor.id, null, null]);
  await forgetAnswers(client);
  expect(client.getQueryData(["wallet"])).toBeUndefined();
  expect(client.getQueryData(me)).toBeNull();
});
