import { z } from "zod";
import { readers } from "../../people/accounts/message-readers.ts";
import { defineMessage } from "../../platform/messages/define-message.ts";
import { inUtc } from "../proposals/proposal.queries.ts";
import { listAdmins } from "./admins.queries.ts";

/** To every admin: the database is that of an earlier time, so somebody who was removed since may be an admin again. */
export const portalRestored = defineMessage({
  kind: "portal-restored",
  ids: z.object({ userId: z.int().positive(), madeAt: z.iso.datetime() }),
  to: readers.account,
  async facts(db, { madeAt }) {
    const admins = (await listAdmins(db)).filter(({ active }) => active);
    return {
      backupTime: inUtc(madeAt),
      adminList: { as: "facts", rows: admins.map(({ name, email }) => [name, email] as const) },
    };
  },
  words: {
    subject: "The portal was restored to an earlier time",
    preheader: "Everyone has to sign in again, and open decisions have ended.",
    paragraphs: [
      "{{greeting}}",
      "The portal now has its data as of {{backupTime}}. Everyone has to sign in again, and decisions that were still open have ended.",
      "These are the admins now. If someone on the list should not be one, lock the account immediately.",
      "{{adminList}}",
    ],
    button: { label: "View admins", leadsTo: "{{portal}}/admin/users?role=admin" },
  },
});
