import type { FastifyInstance } from "fastify";
import { findInbox } from "../../catalogue/shop-settings/inbox.queries.ts";
import type { Deps } from "../../deps.ts";

const expiryDays = 180;

/** Where somebody reports a weakness of the portal (RFC 9116): to the shop's own address, which the office reads. */
export async function securityTxtRoute(
  app: FastifyInstance,
  { db, now, shop }: Pick<Deps, "db" | "now" | "shop">,
): Promise<void> {
  app.get("/.well-known/security.txt", async (_request, reply) => {
    const { email } = await findInbox(db);
    const expires = new Date(Date.parse(now()) + expiryDays * 86_400_000).toISOString();
    const lines = [
      `Contact: mailto:${email}`,
      `Expires: ${expires}`,
      "Preferred-Languages: en",
      `Canonical: ${new URL("/.well-known/security.txt", shop.publicUrl).href}`,
    ];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}
