import { listAuditSchema } from "@portal/shared/people/users/user-list.ts";
import { procedure, router } from "../http/trpc.ts";
import { listAudit } from "./audit.queries.ts";

export const auditRouter = router({
  list: procedure("audit.list")
    .input(listAuditSchema)
    .query(({ ctx, input }) => listAudit(ctx, input)),
});
