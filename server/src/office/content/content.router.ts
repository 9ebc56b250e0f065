import {
  listSiteCopySchema,
  setSiteCopySchema,
  siteCopyRefSchema,
} from "@portal/shared/office/content.ts";
import { procedure, router, signedInProcedure } from "../../platform/http/trpc.ts";
import { setSiteCopy } from "./site-copy.actions.ts";
import { getSiteCopy, listSiteCopy, listVersions } from "./site-copy.queries.ts";

export const contentRouter = router({
  get: procedure
    .input(siteCopyRefSchema)
    .query(({ ctx, input }) => getSiteCopy(ctx.readDb, input.varName)),
  list: procedure
    .input(listSiteCopySchema)
    .query(({ ctx, input }) => listSiteCopy(ctx.readDb, input.page)),
  set: signedInProcedure
    .input(setSiteCopySchema)
    .mutation(({ ctx, input }) => setSiteCopy(ctx, input)),
  versions: signedInProcedure
    .input(siteCopyRefSchema)
    .query(({ ctx, input }) => listVersions(ctx.readDb, input.varName)),
});
