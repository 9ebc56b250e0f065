import { hashKey, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutputs } from "../api/api.ts";
import { meKey } from "../api/api-provider.tsx";

type User = NonNullable<ApiOutputs["auth"]["me"]>;

/**
 * What this page does once the server has said that it is another person's, so that nothing of the one before stays. Viewing as
 * a user reloads it (reload-as.ts).
 */
export function useBecome() {
  const queryClient = useQueryClient();
  const utils = api.useUtils();
  return {
    /** Stores the new user, and reads again what was read as the one before. @param go leads to the next page */
    signedIn: async (user: User, go?: () => void) => {
      await queryClient.cancelQueries();
      utils.auth.me.setData(undefined, user);
      go?.();
      await utils.invalidate();
    },
    /** Call it after leaving the user's own screens. */
    signedOut: async () => {
      utils.auth.me.setData(undefined, null);
      // The office's screens are unmounted by now, so that no query restarts.
      await queryClient.cancelQueries();
      queryClient.removeQueries({ type: "inactive" });
      await utils.invalidate();
    },
  };
}

/** After another person has signed in: drops every answer but who that is, and reads again what the page shows. */
export async function forgetAnswers(client: QueryClient): Promise<void> {
  const me = hashKey(meKey());
  client.removeQueries({ type: "inactive", predicate: ({ queryHash }) => queryHash !== me });
  await client.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== me });
}

/**
 * Another tab of this browser has become another person: every answer that was read as the former one is dropped before the
 * new ones arrive, so that without a connection nothing of theirs stays on the screen.
 *
 * @param isGuest whether that tab has signed out: who is here is known then
 */
export async function dropAnswers(client: QueryClient, isGuest: boolean): Promise<void> {
  if (isGuest) client.setQueryData(meKey(), null);
  const me = hashKey(meKey());
  await Promise.all([
    client.resetQueries({ predicate: ({ queryHash }) => !isGuest || queryHash !== me }),
    isGuest && client.invalidateQueries({ queryKey: meKey() }),
  ]);
}
