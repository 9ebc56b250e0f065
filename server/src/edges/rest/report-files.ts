import { vatPeriodSchema } from "@portal/shared/money/books.ts";
import { payoutExportSchema, payoutRefSchema } from "@portal/shared/money/payouts.ts";
import { registerExportSchema, taxYearSchema } from "@portal/shared/money/statements.ts";
import {
  customerExportSchema,
  filePasswordHeader,
  filePasswordSchema,
} from "@portal/shared/office/reports/customer-export.ts";
import { salesExportSchema } from "@portal/shared/office/reports/sales-report.ts";
import { auditExportSchema, userExportSchema } from "@portal/shared/people/users/user-list.ts";
import { monthSchema } from "@portal/shared/platform/day-schema.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { userIdSchema } from "@portal/shared/platform/ids.ts";
import { orderExportSchema } from "@portal/shared/sales/orders/office-orders.ts";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { printPdf } from "../../gateways/documents/pdf-document.ts";
import { type ExportedFile, sheetTypes } from "../../gateways/sheets/sheets.ts";
import { exportOwed } from "../../money/owed/owed.actions.ts";
import { exportPayouts } from "../../money/payouts/payout.actions.ts";
import {
  printSelfBilledCreditNote,
  printSelfBilledInvoice,
} from "../../money/self-billing/self-billed-invoice.actions.ts";
import { exportRegister } from "../../money/statements/commission-register.actions.ts";
import {
  memberAskedFor,
  type StatementContext,
  type StatementFile,
  statementJson,
  statementPdf,
  taxPackFile,
} from "../../money/statements/statement.actions.ts";
import { exportSales } from "../../office/reports/sales-export.actions.ts";
import { exportCustomers } from "../../people/users/customer-export.actions.ts";
import { exportUsers } from "../../people/users/user-export.actions.ts";
import { exportAudit } from "../../office/activity/audit-export.actions.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { invalidField } from "../../platform/http/invalid-field.ts";
import { openArchive } from "../../projections/archives/archive.actions.ts";
import { writeDocumentWorkbook } from "../../projections/books/document-register.actions.ts";
import { clickAndDropFile } from "../../sales/delivery/click-and-drop.actions.ts";
import { exportOrders } from "../../sales/orders/order-export.actions.ts";
import { ownCaller, signedInCaller } from "../trpc/request-caller.ts";
import { printLimit } from "./print-limit.ts";
import { sendPrivate } from "./private-file.ts";

/** Reports as files: `GET /api/customer/export` (specification, section 7), the sales report, and the office's filtered lists. */
export async function reportFileRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const customers = {
    tags: ["Files"],
    operationId: "exportCustomers",
    summary: "The customers as a workbook",
    description: `For developers who typed their password lately. \`repeatCustomersOnly=true\` leaves those who ordered more than once; the header \`${filePasswordHeader}\` gives the file a password.`,
  };
  app.get("/api/customer/export", { schema: customers }, async (request, reply) => {
    const { caller, user } = await signedInCaller(deps, request, reply);
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
    operationId: "exportSales",
    summary: "The sales report as a workbook or as CSV",
    description: "`format` is xlsx or csv; the other parameters are the report's filters.",
  };
  app.get("/api/sales-report/export", { schema: sales }, async (request, reply) => {
    const { caller } = await signedInCaller(deps, request, reply);
    const { format, ...filters } = read(salesExportSchema, request.query);
    return send(reply, format, await exportSales(caller, format, filters));
  });

  app.get("/office/orders.xlsx", async (request, reply) => {
    const { caller } = await signedInCaller(deps, request, reply);
    const content = await exportOrders(caller, read(orderExportSchema, request.query));
    return send(reply, "xlsx", { fileName: "orders.xlsx", content });
  });

  app.get("/office/users.xlsx", async (request, reply) => {
    const { caller, user } = await signedInCaller(deps, request, reply);
    const content = await exportUsers(caller, user, read(userExportSchema, request.query));
    return send(reply, "xlsx", { fileName: "users.xlsx", content });
  });

  app.get("/office/payout-requests.xlsx", async (request, reply) => {
    const { caller } = await signedInCaller(deps, request, reply);
    const content = await exportPayouts(caller, read(payoutExportSchema, request.query));
    return send(reply, "xlsx", { fileName: "payout-requests.xlsx", content });
  });

  app.get("/office/audit.xlsx", async (request, reply) => {
    const { caller } = await signedInCaller(deps, request, reply);
    const content = await exportAudit(caller, read(auditExportSchema, request.query));
    return send(reply, "xlsx", { fileName: "audit-log.xlsx", content });
  });

  app.get("/office/commission-register", async (request, reply) => {
    const { caller } = await signedInCaller(deps, request, reply);
    const question = read(registerExportSchema, request.query);
    return send(reply, question.format, await exportRegister(caller, question));
  });

  app.get("/office/owed.xlsx", async (request, reply) => {
    const { caller } = await signedInCaller(deps, request, reply);
    read(nothing, request.query);
    return send(reply, "xlsx", await exportOwed(caller));
  });

  app.get("/office/accounting-documents.xlsx", async (request, reply) => {
    const { caller } = await signedInCaller(deps, request, reply);
    const period = read(vatPeriodSchema, request.query);
    const content = await writeDocumentWorkbook(caller, period);
    const fileName = `documents-${period.from}-to-${period.to}.xlsx`;
    return send(reply, "xlsx", { fileName, content });
  });

  app.get<{ Params: { id: string } }>("/office/archives/:id", async (request, reply) => {
    const { caller } = await signedInCaller(deps, request, reply);
    const { fileName, content } = await openArchive(caller, request.params.id);
    const disposition = `attachment; filename="${fileName}"`;
    return sendPrivate(reply, { type: "application/zip", disposition, content });
  });
}

function send(
  reply: FastifyReply,
  format: keyof typeof sheetTypes,
  { fileName, content }: ExportedFile,
): FastifyReply {
  const disposition = `attachment; filename="${fileName}"`;
  return sendPrivate(reply, { type: sheetTypes[format], disposition, content });
}

/** A file without filters. */
const nothing = z.strictObject({});

/** @throws InvalidField */
function read<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw invalidField(parsed.error.issues);
}

const memberId = z.coerce.number().pipe(userIdSchema);
const ofMonth = z.object({ memberId, month: monthSchema });
const ofYear = z.object({ memberId, year: taxYearSchema });

/** The tax invoice of a payout that the shop wrote in the member's name, and its credit note: for that member and the office. */
export async function selfBilledInvoiceRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(rateLimit, printLimit);
  const serve = (path: string, write: typeof printSelfBilledInvoice): void => {
    app.get(`/payouts/:id/${path}`, async (request, reply) => {
      const { caller, user } = await signedInCaller(deps, request, reply);
      const of = z.safeParse(payoutRefSchema, request.params);
      if (!of.success) throw new DomainError("payout.unknown");
      const { readDb: db, shop } = caller;
      const context = { db, region: shop.region, print: printPdf };
      const { fileName, pdf } = await write(context, of.data.id, user);
      const disposition = `inline; filename="${fileName}"`;
      return sendPrivate(reply, { type: "application/pdf", disposition, content: pdf });
    });
  };
  serve("tax-invoice.pdf", printSelfBilledInvoice);
  serve("tax-credit-note.pdf", printSelfBilledCreditNote);
}

/** Statements and tax packs as files: a member's own, and for the office everyone's. */
export async function statementFileRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(rateLimit, printLimit);
  const serve = <Period extends { memberId: number }>(
    path: string,
    schema: z.core.$ZodType<Period>,
    make: (context: StatementContext, of: Period) => Promise<StatementFile>,
  ): void => {
    app.get(`/statements/:memberId/${path}`, async (request, reply) => {
      const { caller, user } = await signedInCaller(deps, request, reply);
      const of = z.safeParse(schema, request.params);
      if (!of.success) throw new DomainError("statement.unknown");
      memberAskedFor(user, of.data.memberId);
      const { readDb: db, shop, now } = caller;
      const { fileName, type, body } = await make({ db, region: shop.region, now: now() }, of.data);
      const placement = type === "application/pdf" ? "inline" : "attachment";
      const disposition = `${placement}; filename="${fileName}"`;
      return sendPrivate(reply, { type, disposition, content: body });
    });
  };
  serve(":month/statement.json", ofMonth, statementJson);
  serve(":month/statement.pdf", ofMonth, (context, of) => statementPdf(context, of, printPdf));
  serve("tax/:year/tax-pack.pdf", ofYear, (context, of) => taxPackFile(context, of, printPdf));
  serve("tax/:year/tax-pack.csv", ofYear, (context, of) => taxPackFile(context, of, "csv"));
}

/** The orders to send within the United Kingdom, for Royal Mail's Click & Drop. Each download is audited, because it holds addresses. */
export async function clickAndDropRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get("/office/click-and-drop.csv", async (request, reply) => {
    const { caller } = await ownCaller(deps, request, reply);
    const content = await clickAndDropFile(caller.db, caller.now());
    await caller.db.transaction().execute((tx) =>
      insertAudit(tx, caller, {
        action: "orders.click-and-drop-exported",
        subjectId: null,
        target: null,
      }),
    );
    return sendPrivate(reply, {
      type: "text/csv; charset=utf-8",
      disposition: 'attachment; filename="click-and-drop.csv"',
      content,
    });
  });
}
