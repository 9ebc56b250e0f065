import { DomainError } from "@portal/shared/domain-error.ts";
import { orderIdSchema } from "@portal/shared/ids.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Deps } from "../deps.ts";
import {
  type PrintedPaper,
  printInvoice,
  printPackingSlip,
} from "../features/orders/order-documents.actions.ts";
import { printPdf } from "../gateways/documents/pdf-printer.ts";
import { callerFor } from "../http/request-caller.ts";

type Address = { Params: { uuid: string } };

/** Papers of an order as PDF: the invoice for whom it concerns, the packing slip for the office. */
export async function orderDocumentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  for (const [name, print] of [
    ["invoice", printInvoice],
    ["packing-slip", printPackingSlip],
  ] as const)
    app.get<Address>(`/orders/:uuid/${name}.pdf`, async (request, reply) => {
      const { user, readDb: db } = await callerFor(deps, request, reply);
      const uuid = orderIdSchema.safeParse(request.params.uuid);
      if (!uuid.success) throw new DomainError("order.unknown");
      return send(reply, await print({ db, user, print: printPdf }, uuid.data));
    });
}

/** It may hold a name and an address: no cache keeps it, and no machine lists it. */
function send(reply: FastifyReply, { fileName, pdf }: PrintedPaper): FastifyReply {
  return reply
    .type("application/pdf")
    .header("content-disposition", `inline; filename="${fileName}"`)
    .header("cache-control", "private, no-store")
    .header("x-robots-tag", "noindex")
    .send(pdf);
}
