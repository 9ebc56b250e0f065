import type { Caller } from "../../caller.ts";
import type { LinkPurpose } from "../../db/shop-tables.ts";
import { mintLink } from "../accounts/account-link.store.ts";
import { mintCode } from "../accounts/sign-in-code.store.ts";
import type { MessageAbout } from "./message-kinds.ts";
import { mask, type Secret } from "./render-message.ts";

/**
 * Makes the code or link of a message at the moment when it is sent, so that it is nowhere but in the
 * message: not in the queue, not in our tables.
 *
 * @returns nothing to fill in for messages without a secret; null when the code is not asked for any more
 */
export async function mintSecret(
  { db, passwords, shop, now }: Pick<Caller, "db" | "passwords" | "shop" | "now">,
  about: MessageAbout,
): Promise<Secret | null> {
  const linkTo = async (userId: number, page: string, purpose: LinkPurpose): Promise<Secret> => ({
    // What follows the # stays in the browser: no server, proxy or log on the way is told of it.
    link: `${shop.publicUrl}/${page}#${await mintLink(db, userId, purpose, now())}`,
  });
  switch (about.kind) {
    case "sign-in-code":
    case "sign-up-code": {
      const code = await mintCode(db, passwords, about.codeId, now());
      return code === null ? null : { code };
    }
    case "registration":
      return linkTo(about.userId, "set-password", "register");
    case "password-reset":
      return linkTo(about.userId, "set-password", "reset-password");
    case "confirm-email":
      return linkTo(about.userId, "confirm-email", "confirm-email");
    case "already-registered":
    case "password-changed":
    case "email-changed":
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
    case "copy-test":
      return {};
  }
}

/** The same message as the office may read it. */
export function maskOf({ code, link }: Secret): Secret {
  return {
    ...(code !== undefined && { code: mask }),
    ...(link !== undefined && { link: link.replace(/[^#]+$/, mask) }),
  };
}
