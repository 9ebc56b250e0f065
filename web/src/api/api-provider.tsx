import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { httpBatchLink } from "@trpc/client";
import { type ReactNode, useState } from "react";
import { api } from "./api.ts";
import { confirmedLink } from "./confirmed-link.ts";
import { createQueryClient, shownPersonId, type Watch } from "./query-client.ts";

/** What the session has to do with each call: the watch over refusals, and the question for the password. */
export type ApiWatch = Watch &
  Readonly<{ askForPassword: () => Promise<boolean>; onCall: () => void }>;

export function ApiProvider(props: { watch: ApiWatch; children: ReactNode }) {
  const { watch } = props;
  const [queryClient] = useState<QueryClient>(() => createQueryClient(watch));
  const [client] = useState(() =>
    api.createClient({
      links: [
        confirmedLink(watch.askForPassword),
        httpBatchLink({
          url: "/trpc",
          headers: () => {
            watch.onCall();
            const id = shownPersonId(queryClient);
            return id === undefined ? {} : { "x-signed-in-as": String(id) };
          },
        }),
      ],
    }),
  );
  return (
    <api.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>
    </api.Provider>
  );
}
