import { api } from "../../../api/api.ts";

/** After a person or a place in the network changed: everything that shows people is read anew. */
export function useRefreshPeople(): () => Promise<void> {
  const utils = api.useUtils();
  return async () => {
    await Promise.all([
      utils.users.invalidate(),
      utils.people.invalidate(),
      utils.network.invalidate(),
    ]);
  };
}
