import type { AppRouter } from "@portal/server/app-router.ts";
import { type createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";

/** The only file that depends on the React integration of tRPC, besides `api-provider.tsx`. */
export const api = createTRPCReact<AppRouter>();

export type ApiInputs = inferRouterInputs<AppRouter>;
export type ApiOutputs = inferRouterOutputs<AppRouter>;

/** Asks outside a component; the answer is kept for the hook that asks for the same. */
export type Ask = ReturnType<typeof createTRPCQueryUtils<AppRouter>>;
