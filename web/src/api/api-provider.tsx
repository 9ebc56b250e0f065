import {
  hashKey,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query";
import { httpBatchLink, type TRPCClientError, type TRPCLink } from "@trpc/client";
import { createTRPCQueryUtils, getQueryKey } from "@trpc/react-query";
import { observable, type Unsubscribable } from "@trpc/server/observable";
import type { ReactNode } from "react";
import { api, type ApiOutputs, type Ask } from "./api.ts";
import {
  isAnswered,
  isOtherPerson,
  isSignedOut,
  isUnreachable,
  reasonOf,
} from "./error-message.ts";
import type { AppRouter } from "@portal/server/app-router.ts";

/** The hooks of the session into every call. */
export type ApiWatch = Watch &
  Readonly<{
    askForPassword: () => Promise<boolean>;
    /** Null where nothing would be lost by leaving the page. */
    askToSignIn: () => Promise<boolean> | null;
    callHeaders: () => Record<string, string>;
  }>;

/** The client of the calls with its answers. */
export type Api = ReturnType<typeof createApi>;

export function ApiProvider(props: { api: Api; children: ReactNode }) {
  const { client, queryClient } = props.api;
  return (
    <api.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>
    </api.Provider>
  );
}

/**
 * Asks the first queries of a page, before anything is drawn, in one batch with who is signed in.
 *
 * @returns when the batch is answered, or was in vain
 */
export function askFirst(made: Api, first: (ask: Ask) => void): Promise<void> {
  const ask = createTRPCQueryUtils(made);
  const answered = ask.auth.me.prefetch();
  first(ask);
  return answered;
}

export function createApi(watch: ApiWatch) {
  const queryClient = createQueryClient(watch);
  const client = api.createClient({
    links: [
      confirmedLink(watch),
      httpBatchLink({
        url: "/trpc",
        // Longer ones are sent one by one; the server takes 16 KB of address and headers.
        maxURLLength: 6000,
        headers: () => {
          const id = shownPersonId(queryClient);
          const shown = id === undefined ? {} : { "x-signed-in-as": String(id) };
          return { ...watch.callHeaders(), ...shown };
        },
      }),
    ],
  });
  return { queryClient, client };
}

const retriesMax = 2;

type Watch = Readonly<{
  /** A call was refused for lack of a session. */
  onSignedOut: () => void;
  /** A call was refused because another tab has signed in as another user than this page shows. */
  onOtherPerson: () => void;
  /** `auth.me` was answered, or a sign-in or sign-out has set it; before any page shows it. */
  onPerson: (user: ApiOutputs["auth"]["me"]) => void;
}>;

export function createQueryClient(watch: Watch): QueryClient {
  const onError = (error: unknown) => {
    if (isOtherPerson(error)) watch.onOtherPerson();
    // The sign-in page asks for the second step once the session is read again.
    if (reasonOf(error) === "access.factor-missing")
      void client.invalidateQueries({ queryKey: meKey() });
    if (!isSignedOut(error)) return;
    // Otherwise the sign-in page would redirect a cached user straight back.
    client.setQueryData(meKey(), null);
    watch.onSignedOut();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess: () => refetchUnreachable(client) }),
    mutationCache: new MutationCache({
      onError,
      onSuccess: (_data, variables) => noteAnswered(variables),
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => !isAnswered(error) && failures < retriesMax,
      },
      // A command is only retried by the user, with the same command id.
      mutations: { retry: false, networkMode: "always" },
    },
  });
  client.getQueryCache().subscribe((event) => {
    // An answer; not the start of a call, when the person of the answer before may be gone.
    if (event.type !== "updated" || event.action.type !== "success") return;
    if (event.query.queryHash !== hashKey(meKey())) return;
    const user = client.getQueryData<ApiOutputs["auth"]["me"]>(meKey());
    if (user !== undefined) watch.onPerson(user);
  });
  return client;
}

/**
 * After any successful query: refetches the active queries that could not reach the server, so that one “Try again” is
 * enough for a page, or none where it polls.
 */
function refetchUnreachable(client: QueryClient): void {
  void client.refetchQueries({
    type: "active",
    predicate: ({ state }) =>
      state.status === "error" && state.fetchStatus === "idle" && isUnreachable(state.error),
  });
}

/** The id of the user that this page shows; 0 for a guest, undefined until `auth.me` has answered. */
export function shownPersonId(client: QueryClient): number | undefined {
  const me = client.getQueryData<ApiOutputs["auth"]["me"]>(meKey());
  return me === null ? 0 : me?.id;
}

export function meKey() {
  return getQueryKey(api.auth.me, undefined, "query");
}

/**
 * Where a mutation is refused until the password is confirmed, or because the session has ended, asks for the password or
 * to sign in, and repeats the mutation unchanged. Otherwise the caller gets the refusal.
 */
export function confirmedLink(
  asks: Pick<ApiWatch, "askForPassword" | "askToSignIn">,
): TRPCLink<AppRouter> {
  const askAbout = (refusal: TRPCClientError<AppRouter>) => {
    if (asksToConfirm(reasonOf(refusal))) return asks.askForPassword();
    return isSignedOut(refusal) ? asks.askToSignIn() : null;
  };
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
        const repeat = async (asked: Promise<boolean>, refusal: TRPCClientError<AppRouter>) => {
          const isConfirmed = await asked;
          if (isOver) return;
          if (isConfirmed) run((error) => observer.error(error));
          else observer.error(refusal);
        };

        run((error) => {
          const asked = op.type === "mutation" ? askAbout(error) : null;
          if (asked) void repeat(asked, error);
          else observer.error(error);
        });
        return () => {
          isOver = true;
          running.unsubscribe();
        };
      });
}

/** Whether a refusal asks for the password or the second step again. */
export function asksToConfirm(reason: string | null | undefined): boolean {
  return reason === "access.password-needed" || reason === "access.factor-needed";
}

const answered = new Set<string>();

/** Notes that a command succeeded: the same request is a new command from then on. */
function noteAnswered(variables: unknown): void {
  if (typeof variables !== "object" || variables === null || !("commandId" in variables)) return;
  if (typeof variables.commandId === "string") answered.add(variables.commandId);
}

export function wasAnswered(commandId: string): boolean {
  return answered.has(commandId);
}
