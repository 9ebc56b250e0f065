import { shownRole } from "@portal/shared/platform/roles.ts";
import type { LinkPurpose } from "../../platform/db/shop-tables.ts";
import type { MintContext, Secret, Secrets, Ways } from "../../platform/messages/define-message.ts";
import { portalOf } from "../../platform/messages/render-message.ts";
import { mintLink, type NewLink } from "./account-link.store.ts";

/** The secret of a message whose link leads to this page: generated when it is sent, so that it exists in the message only. */
export function mintLinks(page: string, purpose: LinkPurpose) {
  return async (
    context: MintContext,
    { userId }: Readonly<{ userId: number }>,
    { email, sms }: Ways,
  ): Promise<Secrets> => ({
    email:
      email === undefined ? {} : await linkTo(context, page, { userId, purpose, sentTo: email }),
    sms: sms === undefined ? {} : await linkTo(context, page, { userId, purpose, sentTo: null }),
  });
}

export async function linkTo(context: MintContext, page: string, link: NewLink): Promise<Secret> {
  const portal = await portalFor(context, link.userId);
  // The fragment stays in the browser: it reaches no server, proxy or log.
  return { link: `${portal}/${page}#${await mintLink(context.db, link, context.now())}` };
}

/** Links lead to the host where the user's pages are. */
export async function portalFor(
  { db, shop }: Pick<MintContext, "db" | "shop">,
  userId: number | null,
): Promise<string> {
  if (userId === null) return shop.publicUrl;
  const account = await db
    .selectFrom("account")
    .select(["role", "school"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return account ? portalOf(shop, shownRole(account)) : shop.publicUrl;
}
