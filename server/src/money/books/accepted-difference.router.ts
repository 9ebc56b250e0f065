import {
  acceptDifferenceSchema,
  reopenDifferenceSchema,
} from "@portal/shared/sales/accepted-differences.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { acceptDifference, reopenDifference } from "./accepted-difference.actions.ts";

export const differenceRouter = router({
  accept: procedure("differences.accept")
    .input(acceptDifferenceSchema)
    .mutation(({ ctx, input }) => acceptDifference(ctx, ctx.user, input)),
  reopen: procedure("differences.reopen")
    .input(reopenDifferenceSchema)
    .mutation(({ ctx, input }) => reopenDifference(ctx, input.id)),
});
