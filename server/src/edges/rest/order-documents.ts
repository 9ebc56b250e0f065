import { guestIdHeader } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import { ordersAtOnceMax } from "@portal/shared/sales/orders/order-terms.ts";
import { guestIdSchema } from "@portal/shared/people/addresses.ts";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import {
  type PrintedPdf,
  printCreditNote,
  printInvoice,
  printPackingSlip,
  printPackingSlips,
} from "../../sales/orders/order-documents.actions.ts";
import { printPdf } from "../../gateways/documents/pdf-document.ts";
import { callerFor, signedInCaller } from "../trpc/request-caller.ts";
import { printLimit } from "./print-limit.ts";
import { sendPrivate } from "./private-file.ts";

/** `orders=uuid,uuid`: as many as the office can select at once. */
const slipsSchema = z.object({
  orders: z.pipe(
    z.string().max(ordersAtOnceMax * 40),
    z.pipe(
      z.transform((listed: string) => listed.split(",")),
      z.tuple([orderIdSchema], orderIdSchema).refine((ids) => ids.length <= ordersAtOnceMax),
    ),
  ),
});

/** Documents of an order as PDF: the invoice and credit notes for those who may see the order, the packing slip for the office. */
export async function orderDocumentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(rateLimit, printLimit);
  for (const [name, print] of [
    ["invoice.pdf", printInvoice],
    ["invoices/:nth", printInvoice],
    ["packing-slip.pdf", printPackingSlip],
    ["credit-notes/:nth", printCreditNote],
  ] as const)
    app.get<{ Params: { uuid: string; nth?: string } }>(
      `/orders/:uuid/${name}`,
      async (request, reply) => {
        const { user, readDb: db } = await callerFor(deps, request, reply);
        const { data: uuid } = orderIdSchema.safeParse(request.params.uuid);
        if (uuid === undefined) throw new DomainError("order.unknown");
        const { nth } = request.params;
        if (nth !== undefined && !/^[1-9]\d{0,3}$/.test(nth))
          throw new DomainError("order.unknown");
        const number = Number(nth ?? 0);
        // A guest's own browser says who it is; with the link alone the papers name nobody.
        const { data: guestId = null } = guestIdSchema.safeParse(request.headers[guestIdHeader]);
        const context = { db, user, guestId, print: printPdf };
        return orSignIn(request, reply, uuid, () => print(context, uuid, number));
      },
    );

  // The office prints a page for each parcel of the day.
  app.get("/office/packing-slips.pdf", { config: { rateLimit: false } }, async (request, reply) => {
    const { caller, user } = await signedInCaller(deps, request, reply);
    const asked = slipsSchema.safeParse(request.query);
    if (!asked.success) throw new DomainError("order.unknown");
    const context = { db: caller.readDb, user, print: printPdf };
    return sendPdf(reply, await printPackingSlips(context, asked.data.orders));
  });
}

/** After the end of a session a browser is sent to the sign-in page and from there to the order; a program gets 401. */
async function orSignIn(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  uuid: string,
  print: () => Promise<PrintedPdf>,
): Promise<FastifyReply> {
  try {
    return sendPdf(reply, await print());
  } catch (error) {
    const isSignedOut = error instanceof DomainError && error.code === "access.sign-in-required";
    if (!isSignedOut || !headers.accept?.includes("text/html")) throw error;
    const back = encodeURIComponent(`/orders/pay/${uuid}`);
    return reply.header("cache-control", "no-store").redirect(`/login?return=${back}`, 302);
  }
}

function sendPdf(reply: FastifyReply, { fileName, pdf }: PrintedPdf): FastifyReply {
  return sendPrivate(reply, {
    type: "application/pdf",
    disposition: `inline; filename="${fileName}"`,
    content: pdf,
  });
}
