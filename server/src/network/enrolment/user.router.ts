import { byEmailSchema } from "@portal/shared/people/accounts.ts";
import { userRefSchema } from "@portal/shared/platform/ids.ts";
import {
  acceptInvitationSchema,
  byInvitationSchema,
  changeUserSchema,
  convertToDistributorSchema,
  convertToStockistSchema,
  createUserSchema,
  impersonateSchema,
  inviteSchema,
  moveMemberSchema,
  updateUserSchema,
} from "@portal/shared/people/users/user-forms.ts";
import {
  listTargetsSchema,
  listUsersSchema,
  resendManySchema,
} from "@portal/shared/people/users/user-list.ts";
import { lockOther } from "../../people/factors/lock-account.actions.ts";
import {
  confirmedProcedure,
  procedure,
  router,
  signedInProcedure,
} from "../../platform/http/trpc.ts";
import { impersonate, stopImpersonating } from "../../people/users/impersonate.actions.ts";
import {
  acceptInvitation,
  convertToDistributor,
  convertToStockist,
  declineInvitation,
  getInvitation,
  invite,
  moveMember,
  upliftDistributor,
} from "./place-user.actions.ts";
import { createUser } from "./create-user.actions.ts";
import { resendOptIn, resendToMany } from "./resend-opt-in.actions.ts";
import { deleteUser, leaveOffice, restoreUser } from "./user-activity.actions.ts";
import { updateUser } from "./user.actions.ts";
import { listTargets } from "./move-target.queries.ts";
import { findUserByEmail, getUser } from "../../people/users/user.queries.ts";
import { listUsers } from "../../people/users/user-list.queries.ts";

export const userRouter = router({
  list: signedInProcedure
    .input(listUsersSchema)
    .query(({ ctx, input }) => listUsers(ctx, ctx.user, input)),
  byId: signedInProcedure
    .input(userRefSchema)
    .query(({ ctx, input }) => getUser(ctx, ctx.user, input.id)),
  byEmail: signedInProcedure
    .input(byEmailSchema)
    .query(({ ctx, input }) => findUserByEmail(ctx, ctx.user, input.email)),
  targets: signedInProcedure
    .input(listTargetsSchema)
    .query(({ ctx, input }) => listTargets(ctx, ctx.user, input)),
  create: signedInProcedure
    .input(createUserSchema)
    .mutation(({ ctx, input }) => createUser(ctx, ctx.user, input)),
  update: signedInProcedure
    .input(updateUserSchema)
    .mutation(({ ctx, input }) => updateUser(ctx, ctx.user, input)),
  lock: confirmedProcedure
    .input(changeUserSchema)
    .mutation(({ ctx, input }) => lockOther(ctx, ctx.user, input.id)),
  delete: signedInProcedure
    .input(changeUserSchema)
    .mutation(({ ctx, input }) => deleteUser(ctx, ctx.user, input)),
  restore: signedInProcedure
    .input(changeUserSchema)
    .mutation(({ ctx, input }) => restoreUser(ctx, ctx.user, input)),
  leave: confirmedProcedure
    .input(changeUserSchema)
    .mutation(({ ctx, input }) => leaveOffice(ctx, ctx.user, input)),
  resendOptIn: signedInProcedure
    .input(userRefSchema)
    .mutation(({ ctx, input }) => resendOptIn(ctx, ctx.user, input.id)),
  resendToMany: signedInProcedure
    .input(resendManySchema)
    .mutation(({ ctx, input }) => resendToMany(ctx, ctx.user, input.ids)),
  convertToDistributor: signedInProcedure
    .input(convertToDistributorSchema)
    .mutation(({ ctx, input }) => convertToDistributor(ctx, ctx.user, input)),
  convertToStockist: signedInProcedure
    .input(convertToStockistSchema)
    .mutation(({ ctx, input }) => convertToStockist(ctx, ctx.user, input)),
  invite: signedInProcedure
    .input(inviteSchema)
    .mutation(({ ctx, input }) => invite(ctx, ctx.user, input)),
  /** A mutation although it only reads: the input of a query would appear in URLs and logs. */
  invitation: procedure
    .input(byInvitationSchema)
    .mutation(({ ctx, input }) => getInvitation(ctx, input.uuid)),
  acceptInvitation: procedure
    .input(acceptInvitationSchema)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
  declineInvitation: procedure
    .input(byInvitationSchema)
    .mutation(({ ctx, input }) => declineInvitation(ctx, input.uuid)),
  moveDistributor: signedInProcedure
    .input(moveMemberSchema)
    .mutation(({ ctx, input }) => moveMember(ctx, "distributor", input)),
  moveStockist: signedInProcedure
    .input(moveMemberSchema)
    .mutation(({ ctx, input }) => moveMember(ctx, "stockist", input)),
  uplift: signedInProcedure
    .input(changeUserSchema)
    .mutation(({ ctx, input }) => upliftDistributor(ctx, input)),
  impersonate: confirmedProcedure
    .input(impersonateSchema)
    .mutation(({ ctx, input }) => impersonate(ctx, ctx.user, input)),
  stopImpersonating: signedInProcedure.mutation(({ ctx }) => stopImpersonating(ctx)),
});
