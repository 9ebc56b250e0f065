import { payoutExportSchema } from "@portal/shared/money/payouts.ts";
import { monthSchema, taxYearSchema } from "@portal/shared/money/statements.ts";
import {
  customerExportSchema,
  filePasswordHeader,
  filePasswordSchema,
} from "@portal/shared/office/reports/customer-export.ts";
import { salesExportSchema } from "@portal/shared/office/reports/sales-report.ts";
import { userExportSchema } from "@portal/shared/people/users/user-list.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { userIdSchema } from "@portal/shared/platform/ids.ts";
import { orderExportSchema } from "@portal/shared/sales/orders/office-orders.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { printPdf } from "../../gateways/documents/pdf-document.ts";
import { sheetTypes } from "../../gateways/sheets/sheets.ts";
import { exportPayouts } from "../../money/payouts/payout.actions.ts";
import {
  memberAskedFor,
  type StatementContext,
  type StatementFile,
  statementJson,
  statementPdf,
  taxPackFile,
} from "../../money/statements/statement.actions.ts";
import {
  exportCustomers,
  type ExportedFile,
  exportSales,
  exportUsers,
} from "../../office/reports/report-export.actions.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { clickAndDropFile } from "../../sales/delivery/click-and-drop.actions.ts";
import { exportOrders } from "../../sales/orders/order.actions.ts";
import { callerFor } from "../trpc/request-caller.ts";

/** Reports as files: `GET /api/customer/export` (specification, section 7) the sales report, and the office's lists as they are filtered. */
export async function reportFileRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const customers = {
    tags: ["Files"],
    summary: "The customers as a workbook",
    description: `For developers who typed their password lately. \`repeatCustomersOnly=true\` leaves those who ordered more than once; the header \`${filePasswordHeader}\` gives the file a password.`,
  };
  app.get("/api/customer/export", { schema: customers }, async (request, reply) => {
    const { caller, user } = await signedIn(deps, request, reply);
    const { repeatCustomersOnly } = read(customerExportSchema, request.query);
    const password = request.headers[filePasswordHeader];
    const file = await exportCustomers(caller, user, {
      repeatOnly: repeatCustomersOnly,
      password: password === undefined ? null : read(filePasswordSchema, password),
    });
    return send(reply, "xlsx", file);
  });

  const sales = {
    tags: ["Files"],
    summary: "The sales report as a workbook or as CSV",
    description: "`format` is xlsx or csv; the other parameters are the report's filters.",
  };
  app.get("/api/sales-report/export", { schema: sales }, async (request, reply) => {
    const { caller } = await signedIn(deps, request, reply);
    const { format, ...asked } = read(salesExportSchema, request.query);
    return send(reply, format, await exportSales(caller, format, asked));
  });

  app.get("/office/orders.xlsx", async (request, reply) => {
    const { caller } = await signedIn(deps, request, reply);
    const content = await exportOrders(caller, read(orderExportSchema, request.query));
    return send(reply, "xlsx", { fileName: "orders.xlsx", content });
  });

  app.get("/office/users.xlsx", async (request, reply) => {
    const { caller, user } = await signedIn(deps, request, reply);
    const content = await exportUsers(caller, user, read(userExportSchema, request.query));
    return send(reply, "xlsx", { fileName: "users.xlsx", content });
  });

  app.get("/office/payout-requests.xlsx", async (request, reply) => {
    const { caller } = await signedIn(deps, request, reply);
    const content = await exportPayouts(caller, read(payoutExportSchema, request.query));
    return send(reply, "xlsx", { fileName: "payout-requests.xlsx", content });
  });
}

async function signedIn(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const caller = await callerFor(deps, request, reply);
  if (!caller.user) throw new DomainError("access.sign-in-required");
  return { caller, user: caller.user };
}

/** It names people or money: no cache keeps it. */
function send(
  reply: FastifyReply,
  format: keyof typeof sheetTypes,
  { fileName, content }: ExportedFile,
): FastifyReply {
  return reply
    .type(sheetTypes[format])
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .header("cache-control", "private, no-store")
    .header("x-robots-tag", "noindex")
    .send(content);
}

/** @throws a refusal of status 400 with the first thing that is wrong */
function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") ?? "";
  throw Object.assign(new Error(`${field ? `${field}: ` : ""}${issue?.message ?? "invalid"}`), {
    statusCode: 400,
  });
}

const memberId = z.coerce.number().pipe(userIdSchema);
const ofMonth = z.object({ memberId, month: monthSchema });
const ofYear = z.object({ memberId, year: taxYearSchema });

/** Statements and tax packs as files: one's own, and for the office everybody's. */
export async function statementFileRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const serve = <Asked extends { memberId: number }>(
    path: string,
    asked: z.ZodType<Asked>,
    make: (context: StatementContext, of: Asked) => Promise<StatementFile>,
  ): void => {
    app.get(`/statements/:memberId/${path}`, async (request, reply) => {
      const { user, readDb: db, shop, now } = await callerFor(deps, request, reply);
      if (!user) throw new DomainError("access.sign-in-required");
      const of = asked.safeParse(request.params);
      if (!of.success) throw new DomainError("statement.unknown");
      memberAskedFor(user, of.data.memberId);
      return sendStatement(reply, await make({ db, region: shop.region, now: now() }, of.data));
    });
  };
  serve(":month/statement.json", ofMonth, statementJson);
  serve(":month/statement.pdf", ofMonth, (context, of) => statementPdf(context, of, printPdf));
  serve("tax/:year/tax-pack.pdf", ofYear, (context, of) => taxPackFile(context, of, printPdf));
  serve("tax/:year/tax-pack.csv", ofYear, (context, of) => taxPackFile(context, of, "csv"));
}

/** It tells what somebody earns: no cache keeps it, and no machine lists it. */
function sendStatement(reply: FastifyReply, { fileName, type, body }: StatementFile): FastifyReply {
  const place = type === "application/pdf" ? "inline" : "attachment";
  return reply
    .type(type)
    .header("content-disposition", `${place}; filename="${fileName}"`)
    .header("cache-control", "private, no-store")
    .header("x-robots-tag", "noindex")
    .send(body);
}

/** What is to be sent within the United Kingdom, for Royal Mail's Click & Drop. It holds addresses, so it is noted who took it. */
export async function clickAndDropRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get("/office/click-and-drop.csv", async (request, reply) => {
    const caller = await callerFor(deps, request, reply);
    if (!caller.user) throw new DomainError("access.sign-in-required");
    if (caller.impersonatedById !== null) throw new DomainError("access.not-while-impersonating");
    const file = await clickAndDropFile(caller.db, caller.now());
    await caller.db.transaction().execute(async (tx) => {
      const entry = {
        action: "orders.click-and-drop-exported" as const,
        subjectId: null,
        target: null,
      };
      await insertAudit(tx, caller, entry);
    });
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="click-and-drop.csv"')
      .header("cache-control", "private, no-store")
      .send(file);
  });
}
