import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { stopReminders } from "../../money/owed/payment-reminder.actions.ts";
import { InvalidField } from "../../platform/http/invalid-field.ts";

type Link = { Params: { token: string } };
const tokenSchema = z.guid();
/** The field that RFC 8058, section 3.2, sends, in either form. */
const oneClick = /List-Unsubscribe(?:=|"\r?\n(?:.+\r?\n)*\r?\n)One-Click\b/i;

/**
 * The address in the header `List-Unsubscribe` of a payment reminder (RFC 8058): a mail service posts to it when its person
 * presses "Unsubscribe". It has no cookie and no session; the secret in it is known to the mailbox alone, and the log has the
 * pattern of the route only. A mail program that opens it instead gets the page, where a press is needed, because scanners
 * open links too.
 */
export async function paymentReminderRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, "db" | "now">,
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/x-www-form-urlencoded", "multipart/form-data"],
    { parseAs: "string", bodyLimit: 4096 },
    async (_request: unknown, body: string) => body,
  );
  app.get<Link>("/payment-reminders/:token", async ({ params }, reply) => {
    const token = tokenSchema.safeParse(params.token);
    void reply.header("cache-control", "no-store");
    return reply.redirect(`/payment-reminders${token.success ? `#${token.data}` : ""}`, 302);
  });
  app.post<Link>("/payment-reminders/:token", async ({ params, body, ip }, reply) => {
    if (typeof body !== "string" || !oneClick.test(body))
      throw new InvalidField("List-Unsubscribe", "Send One-Click.");
    const token = tokenSchema.safeParse(params.token);
    void reply.header("cache-control", "no-store");
    // One that is none gets the answer of an unknown one.
    return token.success ? stopReminders({ ...deps, ip }, token.data) : { stopped: true };
  });
}
