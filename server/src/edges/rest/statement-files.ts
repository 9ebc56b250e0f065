import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { userIdSchema } from "@portal/shared/platform/ids.ts";
import { monthSchema, taxYearSchema } from "@portal/shared/money/statements.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import {
  memberAskedFor,
  type StatementDesk,
  type StatementFile,
  statementJson,
  statementPdf,
  taxPackFile,
} from "../../money/statements/statement.actions.ts";
import { printPdf } from "../../gateways/documents/pdf-printer.ts";
import { callerFor } from "../trpc/request-caller.ts";

const memberId = z.coerce.number().pipe(userIdSchema);
const ofMonth = z.object({ memberId, month: monthSchema });
const ofYear = z.object({ memberId, year: taxYearSchema });

/** Statements and tax packs as files: one's own, and for the office everybody's. */
export async function statementFileRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const serve = <Asked extends { memberId: number }>(
    path: string,
    asked: z.ZodType<Asked>,
    make: (desk: StatementDesk, of: Asked) => Promise<StatementFile>,
  ): void => {
    app.get(`/statements/:memberId/${path}`, async (request, reply) => {
      const { user, readDb: db, shop, now } = await callerFor(deps, request, reply);
      if (!user) throw new DomainError("access.sign-in-required");
      const of = asked.safeParse(request.params);
      if (!of.success) throw new DomainError("statement.unknown");
      memberAskedFor(user, of.data.memberId);
      return send(reply, await make({ db, region: shop.region, now: now() }, of.data));
    });
  };
  serve(":month/statement.json", ofMonth, statementJson);
  serve(":month/statement.pdf", ofMonth, (desk, of) => statementPdf(desk, of, printPdf));
  serve("tax/:year/tax-pack.pdf", ofYear, (desk, of) => taxPackFile(desk, of, printPdf));
  serve("tax/:year/tax-pack.csv", ofYear, (desk, of) => taxPackFile(desk, of, "csv"));
}

/** It tells what somebody earns: no cache keeps it, and no machine lists it. */
function send(reply: FastifyReply, { fileName, type, body }: StatementFile): FastifyReply {
  const place = type === "application/pdf" ? "inline" : "attachment";
  return reply
    .type(type)
    .header("content-disposition", `${place}; filename="${fileName}"`)
    .header("cache-control", "private, no-store")
    .header("x-robots-tag", "noindex")
    .send(body);
}
