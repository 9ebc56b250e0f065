import type { Caller } from "../../caller.ts";
import type { LinkPurpose } from "../../platform/db/shop-tables.ts";
import { mintLink, type NewLink } from "./account-link.store.ts";
import { mintCodes } from "./sign-in-code.store.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import type { Secrets, Ways } from "../../platform/messages/message-sources.ts";
import type { Secret } from "../../platform/messages/render-message.ts";

/**
 * Makes the code or link of a message at the moment when it is sent, so that it is nowhere but in the
 * message: not in the queue, not in our tables.
 *
 * @returns nothing to fill in for messages without a secret; null when the code is not asked for any more
 */
export async function mintSecrets(
  { db, passwords, shop, now }: Pick<Caller, "db" | "passwords" | "shop" | "now">,
  about: MessageAbout,
  ways: Ways,
): Promise<Secrets | null> {
  const linkTo = async (page: string, link: NewLink): Promise<Secret> => ({
    // What follows the # stays in the browser: no server, proxy or log on the way is told of it.
    link: `${shop.publicUrl}/${page}#${await mintLink(db, link, now())}`,
  });
  const { email, sms } = ways;
  const linksTo = async (page: string, userId: number, purpose: LinkPurpose) => ({
    email: email === undefined ? {} : await linkTo(page, { userId, purpose, sentTo: email }),
    sms: sms === undefined ? {} : await linkTo(page, { userId, purpose, sentTo: null }),
  });
  switch (about.kind) {
    case "sign-in-code":
    case "sign-up-code": {
      const asked = { codeId: about.codeId, mailedTo: ways.email ?? null };
      const codes = await mintCodes(db, passwords, asked, now());
      return codes && { email: { code: codes.email }, sms: { code: codes.sms } };
    }
    case "registration":
      return linksTo("set-password", about.userId, "register");
    case "password-reset":
      return linksTo("set-password", about.userId, "reset-password");
    case "confirm-email":
      return linksTo("confirm-email", about.userId, "confirm-email");
    case "invitation": {
      const { userId, invitationId } = about;
      const sentTo = ways.email ?? null;
      const link = { userId, purpose: "invitation", sentTo, invitationId } as const;
      return { email: await linkTo("invitation", link), sms: {} };
    }
    case "already-registered":
    case "password-changed":
    case "email-changed":
    case "cell-changed":
    case "bank-details-changed":
    case "converted":
    case "order-placed":
    case "order-eft":
    case "order-paid":
    case "order-payment-failed":
    case "order-shipped":
    case "order-delivered":
    case "order-cancelled":
    case "order-refunded":
    case "order-recipient-corrected":
    case "payout-requested":
    case "payout-paid":
    case "payout-rejected":
    case "statement-ready":
    case "entry-question-asked":
    case "entry-question-answered":
    case "contact-received":
    case "contact-acknowledged":
    case "proposal":
    case "copy-test":
      return { email: {}, sms: {} };
  }
}
