import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { httpBatchLink, type TRPCClientError, type TRPCLink } from "@trpc/client";
import { getQueryKey } from "@trpc/react-query";
import { observable, type Unsubscribable } from "@trpc/server/observable";
import { type ReactNode, useState } from "react";
import { api, type ApiOutputs } from "./api.ts";
import {
  isAnswered,
  isOtherPerson,
  isSignedOut,
  isUnreachable,
  reasonOf,
} from "./error-message.ts";
import type { AppRouter } from "@portal/server/app-router.ts";

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

const repeatsMax = 2;

type Watch = Readonly<{
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
 * one “Try again” is enough, or none where the page asks by itself.
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

/**
 * A change that is refused until the password is typed again asks for it, and is then made once more,
 * exactly as it was. Whoever does not confirm gets the refusal.
 */
export function confirmedLink(ask: () => Promise<boolean>): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let running: Unsubscribable;
        let isOver = false;
        const run = (onError: (error: TRPCClientError<AppRouter>) => void) => {
          running = next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: onError,
          });
        };
        const repeat = async (refusal: TRPCClientError<AppRouter>) => {
          const isConfirmed = await ask();
          if (isOver) return;
          if (isConfirmed) run((error) => observer.error(error));
          else observer.error(refusal);
        };

        run((error) => {
          const mayRepeat = op.type === "mutation" && reasonOf(error) === "access.password-needed";
          if (mayRepeat) void repeat(error);
          else observer.error(error);
        });
        return () => {
          isOver = true;
          running.unsubscribe();
        };
      });
}

const answered = new Set<string>();

/** Notes that the server has done a command: asked for in the same words, it is another one from now on. */
function noteAnswered(variables: unknown): void {
  if (typeof variables !== "object" || variables === null || !("commandId" in variables)) return;
  if (typeof variables.commandId === "string") answered.add(variables.commandId);
}

export function wasAnswered(commandId: string): boolean {
  return answered.has(commandId);
}
