import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import type { SignedInUser } from "../../../session/session.tsx";

/** To be told of whoever has just signed in: all that the page knew before was somebody else's. */
export function useSignedIn(): (user: SignedInUser) => Promise<void> {
  const utils = api.useUtils();
  const queryClient = useQueryClient();
  return async (user) => {
    await queryClient.cancelQueries();
    utils.auth.me.setData(undefined, user);
    await utils.invalidate();
  };
}
