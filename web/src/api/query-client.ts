import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isAnswered, isSignedOut } from "./error-message.ts";

const repeatsMax = 2;

/** `onSignedOut` is told of every call that was refused for want of a session. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
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
}
