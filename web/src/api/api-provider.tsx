import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { httpBatchLink } from "@trpc/client";
import { type ReactNode, useState } from "react";
import { api } from "./api.ts";
import { createQueryClient } from "./query-client.ts";

export function ApiProvider(props: { onSignedOut: () => void; children: ReactNode }) {
  const [queryClient] = useState<QueryClient>(() => createQueryClient(props.onSignedOut));
  const [client] = useState(() => api.createClient({ links: [httpBatchLink({ url: "/trpc" })] }));
  return (
    <api.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>
    </api.Provider>
  );
}
