import { listCardMatchSchema } from "@portal/shared/sales/card-match.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { listCardMatch, listSettlementFiles } from "./card-match.queries.ts";

export const cardMatchRouter = router({
  list: signedInProcedure
    .input(listCardMatchSchema)
    .query(({ ctx, input }) => listCardMatch(ctx.readDb, ctx.shop.region, input)),
  files: signedInProcedure.query(({ ctx }) => listSettlementFiles(ctx.readDb)),
});
