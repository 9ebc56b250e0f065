import { listAuditSchema } from "@portal/shared/people/users/user-list.ts";
import { router, signedInProcedure } from "../http/trpc.ts";
import { listAudit } from "./audit.queries.ts";

export const auditRouter = router({
  list: signedInProcedure.input(listAuditSchema).query(({ ctx, input }) => listAudit(ctx, input)),
});
