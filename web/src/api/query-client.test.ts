import type { AppRouter } from "@portal/server/app-router.ts";
import { TRPCClientError } from "@trpc/client";
import { getQueryKey } from "@trpc/react-query";
import { describe, expect, test, vi } from "vitest";
import { aDistributor } from "../testing/some-data.ts";
import { api } from "./api.ts";
import { createQueryClient } from "./query-client.ts";

const me = getQueryKey(api.auth.me, undefined, "query");

async function failWith(reason: string) {
  const onSignedOut = vi.fn<() => void>();
  const client = createQueryClient(onSignedOut);
  client.setQueryData(me, aDistributor);
  const data = { code: "UNAUTHORIZED", httpStatus: 401, reason };
  await client
    .fetchQuery({
      queryKey: ["some call"],
      queryFn: () => {
        throw TRPCClientError.from<AppRouter>({ error: { message: "", code: 0, data } } as never);
      },
    })
    .catch(() => {});
  return { onSignedOut, user: client.getQueryData(me) };
}

describe("a call that was refused", () => {
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
});
