import { byEmailSchema } from "@portal/shared/people/accounts.ts";
import { userRefSchema, commandSchema, userCommandSchema } from "@portal/shared/platform/ids.ts";
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
import { procedure, router } from "../../platform/http/trpc.ts";
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
  list: procedure("users.list")
    .input(listUsersSchema)
    .query(({ ctx, input }) => listUsers(ctx, ctx.user, input)),
  byId: procedure("users.byId")
    .input(userRefSchema)
    .query(({ ctx, input }) => getUser(ctx, ctx.user, input.id)),
  byEmail: procedure("users.byEmail")
    .input(byEmailSchema)
    .query(({ ctx, input }) => findUserByEmail(ctx, ctx.user, input.email)),
  targets: procedure("users.targets")
    .input(listTargetsSchema)
    .query(({ ctx, input }) => listTargets(ctx, ctx.user, input)),
  create: procedure("users.create")
    .input(createUserSchema)
    .mutation(({ ctx, input }) => createUser(ctx, ctx.user, input)),
  update: procedure("users.update")
    .input(updateUserSchema)
    .mutation(({ ctx, input }) => updateUser(ctx, ctx.user, input)),
  lock: procedure("users.lock")
    .input(changeUserSchema)
    .mutation(({ ctx, input }) => lockOther(ctx, ctx.user, input.id)),
  delete: procedure("users.delete")
    .input(changeUserSchema)
    .mutation(({ ctx, input }) => deleteUser(ctx, ctx.user, input)),
  restore: procedure("users.restore")
    .input(changeUserSchema)
    .mutation(({ ctx, input }) => restoreUser(ctx, ctx.user, input)),
  leave: procedure("users.leave")
    .input(changeUserSchema)
    .mutation(({ ctx, input }) => leaveOffice(ctx, ctx.user, input)),
  resendOptIn: procedure("users.resendOptIn")
    .input(userCommandSchema)
    .mutation(({ ctx, input }) => resendOptIn(ctx, ctx.user, input.id)),
  resendToMany: procedure("users.resendToMany")
    .input(resendManySchema)
    .mutation(({ ctx, input }) => resendToMany(ctx, ctx.user, input.ids)),
  convertToDistributor: procedure("users.convertToDistributor")
    .input(convertToDistributorSchema)
    .mutation(({ ctx, input }) => convertToDistributor(ctx, ctx.user, input)),
  convertToStockist: procedure("users.convertToStockist")
    .input(convertToStockistSchema)
    .mutation(({ ctx, input }) => convertToStockist(ctx, ctx.user, input)),
  invite: procedure("users.invite")
    .input(inviteSchema)
    .mutation(({ ctx, input }) => invite(ctx, ctx.user, input)),
  /** A mutation although it only reads: the input of a query would appear in URLs and logs. */
  invitation: procedure("users.invitation")
    .input(byInvitationSchema)
    .mutation(({ ctx, input }) => getInvitation(ctx, input.uuid)),
  acceptInvitation: procedure("users.acceptInvitation")
    .input(acceptInvitationSchema)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
  declineInvitation: procedure("users.declineInvitation")
    .input(byInvitationSchema)
    .mutation(({ ctx, input }) => declineInvitation(ctx, input.uuid)),
  moveDistributor: procedure("users.moveDistributor")
    .input(moveMemberSchema)
    .mutation(({ ctx, input }) => moveMember(ctx, "distributor", input)),
  moveStockist: procedure("users.moveStockist")
    .input(moveMemberSchema)
    .mutation(({ ctx, input }) => moveMember(ctx, "stockist", input)),
  uplift: procedure("users.uplift")
    .input(changeUserSchema)
    .mutation(({ ctx, input }) => upliftDistributor(ctx, input)),
  impersonate: procedure("users.impersonate")
    .input(impersonateSchema)
    .mutation(({ ctx, input }) => impersonate(ctx, ctx.user, input)),
  stopImpersonating: procedure("users.stopImpersonating")
    .input(commandSchema)
    .mutation(({ ctx }) => stopImpersonating(ctx)),
});
