import {
  listSiteCopySchema,
  setSiteCopySchema,
  siteCopyRefSchema,
} from "@portal/shared/office/content.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { setSiteCopy } from "./site-copy.actions.ts";
import { getSiteCopy, listSiteCopy, listVersions } from "./site-copy.queries.ts";

export const contentRouter = router({
  get: procedure("content.get")
    .input(siteCopyRefSchema)
    .query(({ ctx, input }) => getSiteCopy(ctx.readDb, input.varName)),
  list: procedure("content.list")
    .input(listSiteCopySchema)
    .query(({ ctx, input }) => listSiteCopy(ctx.readDb, input.page)),
  set: procedure("content.set")
    .input(setSiteCopySchema)
    .mutation(({ ctx, input }) => setSiteCopy(ctx, input)),
  versions: procedure("content.versions")
    .input(siteCopyRefSchema)
    .query(({ ctx, input }) => listVersions(ctx.readDb, input.varName)),
});
