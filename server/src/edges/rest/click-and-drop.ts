import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { clickAndDropFile } from "../../sales/delivery/click-and-drop.actions.ts";
import { callerFor } from "../trpc/request-caller.ts";

/** What is to be sent within the United Kingdom, for Royal Mail's Click & Drop. It holds addresses, so it is noted who took it. */
export async function clickAndDropRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get("/office/click-and-drop.csv", async (request, reply) => {
    const caller = await callerFor(deps, request, reply);
    if (!caller.user) throw new DomainError("access.sign-in-required");
    if (caller.impersonatedById !== null) throw new DomainError("access.not-while-impersonating");
    const file = await clickAndDropFile(caller.db, caller.now());
    await caller.db.transaction().execute(async (tx) => {
      const entry = { action: "orders.click-and-drop-exported", subjectId: null, target: null };
      await insertAudit(tx, caller, entry);
    });
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="click-and-drop.csv"')
      .header("cache-control", "private, no-store")
      .send(file);
  });
}
