import {
  addCodesSchema,
  addPasskeySchema,
  factorRefSchema,
  linkWithPasswordSchema,
  passFactorSchema,
  placeSchema,
} from "@portal/shared/people/factors.ts";
import { begunProcedure, procedure, router, signedInProcedure } from "../../platform/http/trpc.ts";
import { proposeNewFactor } from "./lost-factor.actions.ts";
import { passFactor, passkeyOptions } from "./pass-factor.actions.ts";
import {
  addCodes,
  addPasskey,
  askForFactorLink,
  beginCodes,
  beginPasskey,
  factorState,
  openSetUpLink,
  removeFactor,
  renewRecoveryCodes,
} from "./set-up-factor.actions.ts";

export const factorRouter = router({
  state: begunProcedure.query(({ ctx }) => factorState(ctx)),
  passkeyOptions: begunProcedure
    .input(placeSchema)
    .mutation(({ ctx, input }) => passkeyOptions(ctx, input.place)),
  pass: begunProcedure.input(passFactorSchema).mutation(({ ctx, input }) => passFactor(ctx, input)),
  askForLink: begunProcedure.mutation(({ ctx }) => askForFactorLink(ctx)),
  openLink: procedure
    .input(linkWithPasswordSchema)
    .mutation(({ ctx, input }) => openSetUpLink(ctx, input)),
  proposeNew: procedure
    .input(linkWithPasswordSchema)
    .mutation(({ ctx, input }) => proposeNewFactor(ctx, input)),
  beginPasskey: begunProcedure
    .input(placeSchema)
    .mutation(({ ctx, input }) => beginPasskey(ctx, input.place)),
  addPasskey: begunProcedure
    .input(addPasskeySchema)
    .mutation(({ ctx, input }) => addPasskey(ctx, input.passkey)),
  beginCodes: begunProcedure.mutation(({ ctx }) => beginCodes(ctx)),
  addCodes: begunProcedure
    .input(addCodesSchema)
    .mutation(({ ctx, input }) => addCodes(ctx, input.code)),
  remove: signedInProcedure
    .input(factorRefSchema)
    .mutation(({ ctx, input }) => removeFactor(ctx, ctx.user, input.id)),
  renewRecoveryCodes: signedInProcedure.mutation(({ ctx }) => renewRecoveryCodes(ctx, ctx.user)),
});
