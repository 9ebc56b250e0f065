import { nothingSchema, commandSchema } from "@portal/shared/platform/ids.ts";
import {
  addCodesSchema,
  addPasskeySchema,
  factorRefSchema,
  linkWithPasswordSchema,
  passFactorSchema,
  placeSchema,
} from "@portal/shared/people/factors.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
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
  state: procedure("factors.state")
    .input(nothingSchema)
    .query(({ ctx }) => factorState(ctx)),
  passkeyOptions: procedure("factors.passkeyOptions")
    .input(placeSchema)
    .mutation(({ ctx, input }) => passkeyOptions(ctx, input.place)),
  pass: procedure("factors.pass")
    .input(passFactorSchema)
    .mutation(({ ctx, input }) => passFactor(ctx, input)),
  askForLink: procedure("factors.askForLink")
    .input(commandSchema)
    .mutation(({ ctx }) => askForFactorLink(ctx)),
  openLink: procedure("factors.openLink")
    .input(linkWithPasswordSchema)
    .mutation(({ ctx, input }) => openSetUpLink(ctx, input)),
  proposeNew: procedure("factors.proposeNew")
    .input(linkWithPasswordSchema)
    .mutation(({ ctx, input }) => proposeNewFactor(ctx, input)),
  beginPasskey: procedure("factors.beginPasskey")
    .input(placeSchema)
    .mutation(({ ctx, input }) => beginPasskey(ctx, input.place)),
  addPasskey: procedure("factors.addPasskey")
    .input(addPasskeySchema)
    .mutation(({ ctx, input }) => addPasskey(ctx, input.passkey)),
  beginCodes: procedure("factors.beginCodes")
    .input(commandSchema)
    .mutation(({ ctx }) => beginCodes(ctx)),
  addCodes: procedure("factors.addCodes")
    .input(addCodesSchema)
    .mutation(({ ctx, input }) => addCodes(ctx, input.code)),
  remove: procedure("factors.remove")
    .input(factorRefSchema)
    .mutation(({ ctx, input }) => removeFactor(ctx, ctx.user, input.id)),
  renewRecoveryCodes: procedure("factors.renewRecoveryCodes")
    .input(commandSchema)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx, ctx.user)),
});
