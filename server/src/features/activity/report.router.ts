import { listActivitySchema } from "@portal/shared/users/user-list.ts";
import { router, signedInProcedure } from "../../http/trpc.ts";
import { listUserActivity } from "./activity.queries.ts";

export const reportRouter = router({
  activity: signedInProcedure
    .input(listActivitySchema)
    .query(({ ctx, input }) => listUserActivity(ctx, input)),
});
