import { nothingSchema, commandSchema } from "@portal/shared/platform/ids.ts";
import {
  askByEmailSchema,
  askForCodeSchema,
  checkPhoneSchema,
  confirmEmailSchema,
  confirmPasswordSchema,
  handOverSchema,
  takeHandOverSchema,
  linkRefSchema,
  loginSchema,
  profileSchema,
  sessionRefSchema,
  signUp1Schema,
  signUp2Schema,
  updatePasswordSchema,
} from "@portal/shared/people/accounts.ts";
import { linkWithPasswordSchema } from "@portal/shared/people/factors.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import {
  confirmEmail,
  forgotPassword,
  getCustomerByUuid,
  signUp2,
  undoContactChange,
} from "./account-link.actions.ts";
import {
  askForHandOver,
  endOtherSessions,
  endSession,
  handOver,
  listSessions,
  signIn,
  signOut,
  takeHandOver,
  whoAmI,
} from "./auth.actions.ts";
import { comeBack } from "../factors/set-up-factor.actions.ts";
import { confirmPassword, updatePassword } from "./password.actions.ts";
import {
  cancelEmailChange,
  checkPhone,
  getProfile,
  listOfficeViews,
  listWarnings,
  resendOwnOptIn,
  updateProfile,
} from "./profile.actions.ts";
import { requestCode, signInByCode } from "./sign-in-code.actions.ts";
import { signUp1 } from "./sign-up.actions.ts";

export const authRouter = router({
  login: procedure("auth.login")
    .input(loginSchema)
    .mutation(({ ctx, input }) =>
      "code" in input ? signInByCode(ctx, input) : signIn(ctx, input),
    ),
  logout: procedure("auth.logout")
    .input(commandSchema)
    .mutation(({ ctx }) => signOut(ctx)),
  me: procedure("auth.me")
    .input(nothingSchema)
    .query(({ ctx }) => whoAmI(ctx)),
  requestCode: procedure("auth.requestCode")
    .input(askForCodeSchema)
    .mutation(({ ctx, input }) => requestCode(ctx, input)),
  forgotPassword: procedure("auth.forgotPassword")
    .input(askByEmailSchema)
    .mutation(({ ctx, input }) => forgotPassword(ctx, input.email)),
  signUp1: procedure("auth.signUp1")
    .input(signUp1Schema)
    .mutation(({ ctx, input }) => signUp1(ctx, input)),
  signUp2: procedure("auth.signUp2")
    .input(signUp2Schema)
    .mutation(({ ctx, input }) => signUp2(ctx, input)),
  /** A mutation although it changes nothing, because a query would put the secret into the URL. */
  getCustomerByUUID: procedure("auth.getCustomerByUUID")
    .input(linkRefSchema)
    .mutation(({ ctx, input }) => getCustomerByUuid(ctx, input.uuid)),
  confirmEmail: procedure("auth.confirmEmail")
    .input(confirmEmailSchema)
    .mutation(({ ctx, input }) => confirmEmail(ctx, input)),
  undoContactChange: procedure("auth.undoContactChange")
    .input(linkRefSchema)
    .mutation(({ ctx, input }) => undoContactChange(ctx, input.uuid)),
  updatePassword: procedure("auth.updatePassword")
    .input(updatePasswordSchema)
    .mutation(({ ctx, input }) => updatePassword(ctx, ctx.user, input)),
  confirmPassword: procedure("auth.confirmPassword")
    .input(confirmPasswordSchema)
    .mutation(({ ctx, input }) => confirmPassword(ctx, ctx.user, input)),
  /** Shop and office on unrelated hosts: one sign-in is valid on both (docs/decisions.md, 31). */
  askForHandOver: procedure("auth.askForHandOver")
    .input(commandSchema)
    .mutation(({ ctx }) => askForHandOver(ctx)),
  handOver: procedure("auth.handOver")
    .input(handOverSchema)
    .mutation(({ ctx, input }) => handOver(ctx, input.told)),
  takeHandOver: procedure("auth.takeHandOver")
    .input(takeHandOverSchema)
    .mutation(({ ctx, input }) => takeHandOver(ctx, input.code)),
  /** Of a locked account. */
  comeBack: procedure("auth.comeBack")
    .input(linkWithPasswordSchema)
    .mutation(({ ctx, input }) => comeBack(ctx, input)),
  sessions: procedure("auth.sessions")
    .input(nothingSchema)
    .query(({ ctx }) => listSessions(ctx, ctx.user.id)),
  endSession: procedure("auth.endSession")
    .input(sessionRefSchema)
    .mutation(({ ctx, input }) => endSession(ctx, ctx.user.id, input.handle)),
  endOtherSessions: procedure("auth.endOtherSessions")
    .input(commandSchema)
    .mutation(({ ctx }) => endOtherSessions(ctx, ctx.user.id)),
});

export const profileRouter = router({
  get: procedure("profile.get")
    .input(nothingSchema)
    .query(({ ctx }) => getProfile(ctx, ctx.user)),
  update: procedure("profile.update")
    .input(profileSchema)
    .mutation(({ ctx, input }) => updateProfile(ctx, ctx.user, input)),
  resendOptIn: procedure("profile.resendOptIn")
    .input(commandSchema)
    .mutation(({ ctx }) => resendOwnOptIn(ctx, ctx.user)),
  cancelEmailChange: procedure("profile.cancelEmailChange")
    .input(commandSchema)
    .mutation(({ ctx }) => cancelEmailChange(ctx, ctx.user)),
  warnings: procedure("profile.warnings")
    .input(nothingSchema)
    .query(({ ctx }) => listWarnings(ctx, ctx.user.id)),
  officeViews: procedure("profile.officeViews")
    .input(nothingSchema)
    .query(({ ctx }) => listOfficeViews(ctx, ctx.user.id)),
});

export const phoneRouter = router({
  check: procedure("phones.check")
    .input(checkPhoneSchema)
    .mutation(({ ctx, input }) => checkPhone(ctx, input.number)),
});
