import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { noteAnswered } from "./answered-commands.ts";
import { api, type ApiOutputs } from "./api.ts";
import { isAnswered, isOtherPerson, isSignedOut, isUnreachable } from "./error-message.ts";

const repeatsMax = 2;

export type Watch = Readonly<{
  /** A call was refused for want of a session: nobody is signed in from then on. */
  onSignedOut: () => void;
  /** A call was refused because this page shows somebody else than who is signed in. */
  onOtherPerson: () => void;
}>;

export function createQueryClient(watch: Watch): QueryClient {
  const onError = (error: unknown) => {
    if (isOtherPerson(error)) watch.onOtherPerson();
    if (!isSignedOut(error)) return;
    // Or the sign-in page would send them straight back.
    client.setQueryData(meKey(), null);
    watch.onSignedOut();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess: () => askAgain(client) }),
    mutationCache: new MutationCache({
      onError,
      onSuccess: (_answer, variables) => noteAnswered(variables),
    }),
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

/**
 * The shop answers again: what is in sight and could not be had meanwhile is asked for once more, so that
 * one Retry is enough, or none where the page asks by itself.
 */
function askAgain(client: QueryClient): void {
  void client.refetchQueries({
    type: "active",
    predicate: ({ state }) =>
      state.status === "error" && state.fetchStatus === "idle" && isUnreachable(state.error),
  });
}

/** Whom this page shows: the id, 0 for a guest, undefined while the server has not said. */
export function shownPersonId(client: QueryClient): number | undefined {
  const me = client.getQueryData<ApiOutputs["auth"]["me"]>(meKey());
  return me === null ? 0 : me?.id;
}

function meKey() {
  return getQueryKey(api.auth.me, undefined, "query");
}
