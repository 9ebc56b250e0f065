import { findInbox } from "../../catalogue/shop-settings/inbox.queries.ts";
import { readers } from "../../people/accounts/message-readers.ts";
import { portalFor } from "../../people/accounts/message-links.ts";
import { defineMessage } from "../../platform/messages/define-message.ts";
import { mintDeclineLink } from "../../platform/proposals/decline-link.store.ts";
import { decisionNotice } from "../../platform/proposals/notices.ts";
import { proposalFacts } from "./proposal.queries.ts";

/** To everybody who is told of a decision, and with null to the shop's own address, also a former one. */
export const proposalMessage = defineMessage({
  kind: decisionNotice.kind,
  ids: decisionNotice.ids,
  to: async (db, { userId }, now) =>
    userId === null ? findInbox(db) : readers.accountThoughInactive(db, { userId }, now),
  // The link to decline.
  async secret({ db, shop, now }, { proposalId, userId }) {
    if (userId === null) return { email: {}, sms: {} };
    const token = await mintDeclineLink(db, { proposalId, userId }, now());
    const portal = await portalFor({ db, shop }, userId);
    return { email: token === null ? {} : { link: `${portal}/decline#${token}` }, sms: {} };
  },
  facts: (db, about, { region }) => proposalFacts(db, about, region),
  words: {
    subject: "{{proposalTitle}}",
    preheader: "{{proposalPreheader}}",
    paragraphs: ["{{proposalText}}", "{{proposalDecline}}", "{{link}}"],
    button: { label: "View decisions", leadsTo: "{{portal}}/admin/decisions" },
  },
});
