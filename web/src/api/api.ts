import type { AppRouter } from "@portal/server/app-router.ts";
import { createTRPCReact } from "@trpc/react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";

/** The only file that depends on the React integration of tRPC, besides `api-provider.tsx`. */
export const api = createTRPCReact<AppRouter>();

export type ApiInputs = inferRouterInputs<AppRouter>;
export type ApiOutputs = inferRouterOutputs<AppRouter>;
