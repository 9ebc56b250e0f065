import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import {
  type PrintedPdf,
  printCreditNote,
  printInvoice,
  printPackingSlip,
} from "../../sales/orders/order-documents.actions.ts";
import { printPdf } from "../../gateways/documents/pdf-document.ts";
import { callerFor } from "../trpc/request-caller.ts";

type Address = { Params: { uuid: string } };

/** Papers of an order as PDF: the invoice for whom it concerns, the packing slip for the office. */
export async function orderDocumentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  for (const [name, print] of [
    ["invoice", printInvoice],
    ["packing-slip", printPackingSlip],
  ] as const)
    app.get<Address>(`/orders/:uuid/${name}.pdf`, async (request, reply) => {
      const { user, readDb: db } = await callerFor(deps, request, reply);
      const uuid = uuidIn(request.params);
      return orSignIn(request, reply, uuid, () => print({ db, user, print: printPdf }, uuid));
    });

  app.get<{ Params: { uuid: string; nth: string } }>(
    "/orders/:uuid/credit-notes/:nth",
    async (request, reply) => {
      const { user, readDb: db } = await callerFor(deps, request, reply);
      const uuid = uuidIn(request.params);
      const nth = /^\d{1,4}$/.test(request.params.nth) ? Number(request.params.nth) : 0;
      const context = { db, user, print: printPdf };
      return orSignIn(request, reply, uuid, () => printCreditNote(context, uuid, nth));
    },
  );
}

function uuidIn({ uuid }: { uuid: string }): string {
  const known = orderIdSchema.safeParse(uuid);
  if (!known.success) throw new DomainError("order.unknown");
  return known.data;
}

/** A person whose session is over signs in, and is then at the order, which has its papers; a program is told 401. */
async function orSignIn(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  uuid: string,
  print: () => Promise<PrintedPdf>,
): Promise<FastifyReply> {
  try {
    return send(reply, await print());
  } catch (error) {
    const isSignedOut = error instanceof DomainError && error.code === "access.sign-in-required";
    if (!isSignedOut || !headers.accept?.includes("text/html")) throw error;
    const back = encodeURIComponent(`/orders/pay/${uuid}`);
    return reply.header("cache-control", "no-store").redirect(`/login?return=${back}`, 302);
  }
}

/** It may hold a name and an address: no cache keeps it, and no machine lists it. */
function send(reply: FastifyReply, { fileName, pdf }: PrintedPdf): FastifyReply {
  return reply
    .type("application/pdf")
    .header("content-disposition", `inline; filename="${fileName}"`)
    .header("cache-control", "private, no-store")
    .header("x-robots-tag", "noindex")
    .send(pdf);
}
