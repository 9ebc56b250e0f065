import type { Delivery } from "../../platform/messages/mailer.ts";

/** Without a mail server or an SMS provider: what is said can be read in Sent emails. */
export const keepOnly = { send: async (): Promise<Delivery> => "kept" } as const;
