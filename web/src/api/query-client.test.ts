import type { AppRouter } from "@portal/server/app-router.ts";
import { QueryObserver } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { getQueryKey } from "@trpc/react-query";
import { describe, expect, test, vi } from "vitest";
import { aDistributor } from "../testing/some-data.ts";
import { api } from "./api.ts";
import { createQueryClient, shownPersonId } from "./api-provider.tsx";

const me = getQueryKey(api.auth.me, undefined, "query");

const unauthorized = { code: "UNAUTHORIZED", httpStatus: 401 };

async function failWith(reason: string) {
  const onSignedOut = vi.fn<() => void>();
  const onOtherPerson = vi.fn<() => void>();
  const client = createQueryClient({ onSignedOut, onOtherPerson });
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

describe("a call that was refused", () => {
  // shows S2.7
  test("for want of a session signs out here as well", async () => {
    const { onSignedOut, user } = await failWith("access.sign-in-required");
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(user).toBeNull();
  });

  test("for a wrong password leaves the session as it is", async () => {
    const { onSignedOut, user } = await failWith("access.wrong-credentials");
    expect(onSignedOut).not.toHaveBeenCalled();
    expect(user).toEqual(aDistributor);
  });

  test("for showing somebody else than who is signed in has the page loaded anew", async () => {
    const { onSignedOut, onOtherPerson } = await failWith("access.other-person");
    expect(onOtherPerson).toHaveBeenCalledTimes(1);
    expect(onSignedOut).not.toHaveBeenCalled();
  });
});

test("when the shop answers again, what could not be had meanwhile is asked for once more", async () => {
  const client = createQueryClient({ onSignedOut: () => {}, onOtherPerson: () => {} });
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

describe("whom a page shows", () => {
  test("is not known until the server said it; then it is a person, or nobody", () => {
    const client = createQueryClient({ onSignedOut: () => {}, onOtherPerson: () => {} });
    expect(shownPersonId(client)).toBeUndefined();

    client.setQueryData(me, aDistributor);
    expect(shownPersonId(client)).toBe(aDistributor.id);

    client.setQueryData(me, null);
    expect(shownPersonId(client)).toBe(0);
  });
});
