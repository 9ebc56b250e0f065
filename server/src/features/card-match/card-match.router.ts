import { listCardMatchSchema } from "@portal/shared/card-match.ts";
import { router, signedInProcedure } from "../../http/trpc.ts";
import { listCardMatch, listSettlementFiles } from "./card-match.queries.ts";

export const cardMatchRouter = router({
  list: signedInProcedure
    .input(listCardMatchSchema)
    .query(({ ctx, input }) => listCardMatch(ctx.readDb, ctx.shop.region, input)),
  files: signedInProcedure.query(({ ctx }) => listSettlementFiles(ctx.readDb)),
});
