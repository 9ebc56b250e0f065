import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  customerExportSchema,
  filePasswordHeader,
  filePasswordSchema,
} from "@portal/shared/office/reports/customer-export.ts";
import { orderExportSchema } from "@portal/shared/sales/orders/order-desk.ts";
import { payoutExportSchema } from "@portal/shared/money/payouts.ts";
import { salesExportSchema } from "@portal/shared/office/reports/sales-report.ts";
import { userExportSchema } from "@portal/shared/people/users/user-list.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import {
  type ExportedFile,
  exportCustomers,
} from "../../office/reports/customer-export.actions.ts";
import { exportOrders } from "../../sales/orders/order.actions.ts";
import { exportPayouts } from "../../money/payouts/payout.actions.ts";
import { exportSales } from "../../office/reports/sales-export.actions.ts";
import { exportUsers } from "../../office/reports/user-export.actions.ts";
import { sheetTypes } from "../../gateways/sheets/sheets.ts";
import { callerFor } from "../trpc/request-caller.ts";

/** Reports as files: `GET /api/customer/export` (specification, section 7) the sales report, and the office's lists as they are filtered. */
export async function reportFileRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get("/api/customer/export", async (request, reply) => {
    const { caller, user } = await signedIn(deps, request, reply);
    const { repeatCustomersOnly } = read(customerExportSchema, request.query);
    const password = request.headers[filePasswordHeader];
    const file = await exportCustomers(caller, user, {
      repeatOnly: repeatCustomersOnly,
      password: password === undefined ? null : read(filePasswordSchema, password),
    });
    return send(reply, "xlsx", file);
  });

  app.get("/api/sales-report/export", async (request, reply) => {
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
