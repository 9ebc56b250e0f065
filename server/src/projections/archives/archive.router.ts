import { archivesSchema, beginArchiveSchema } from "@portal/shared/money/archives.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { beginArchive, listArchives } from "./archive.actions.ts";

export const archiveRouter = router({
  list: procedure("archives.list")
    .input(archivesSchema)
    .query(({ ctx, input }) => listArchives(ctx.db, input)),
  begin: procedure("archives.begin")
    .input(beginArchiveSchema)
    .mutation(({ ctx, input }) => beginArchive(ctx, ctx.user, input)),
});
