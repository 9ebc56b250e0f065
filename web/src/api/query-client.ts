import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { api } from "./api.ts";
import { isAnswered, isSignedOut } from "./error-message.ts";

const repeatsMax = 2;

/**
 * `onSignedOut` is told of every call that was refused for want of a session; nobody is signed in from
 * then on, or the sign-in page would send them straight back.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (!isSignedOut(error)) return;
    client.setQueryData(getQueryKey(api.auth.me, undefined, "query"), null);
    onSignedOut();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => !isAnswered(error) && failures < repeatsMax,
      },
      // A command is repeated by the person, with the same command id, never behind their back.
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}
