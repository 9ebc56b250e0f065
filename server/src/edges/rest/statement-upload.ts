import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { payoutBatchRefSchema } from "@portal/shared/money/payouts.ts";
import { statementBytesMax } from "@portal/shared/sales/bank-lines.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { provePayoutBatch } from "../../money/payouts/payout-batch.actions.ts";
import { findUnstorableText, unstorableText } from "../../platform/http/request-body.ts";
import { uploadStatement } from "../../sales/bank-lines/bank-line.actions.ts";
import { requestReconciliation } from "../../office/month-end/ledger-run.actions.ts";
import { uploadSettlement } from "../../sales/card-settlements/settlement.actions.ts";
import { callerFor } from "../trpc/request-caller.ts";

const querySchema = z.object({ name: z.string().trim().min(1).max(200) });

type StatementUpload = Readonly<{
  path: string;
  unreadable: DomainErrorCode;
  take: (
    caller: Caller,
    user: SignedInUser,
    /** `id` is the one in the path, if any. */
    file: Readonly<{ id: string | null; name: string; text: string }>,
  ) => Promise<object>;
}>;

function statementUpload(app: FastifyInstance, deps: Deps, route: StatementUpload): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/octet-stream",
    { parseAs: "buffer", bodyLimit: statementBytesMax },
    async (_request: unknown, body: Buffer) => body,
  );

  app.post<{ Body?: Buffer; Params: { id?: string } }>(
    route.path,
    { bodyLimit: statementBytesMax },
    async (request, reply) => {
      const caller = await callerFor(deps, request, reply);
      if (!caller.user) throw new DomainError("access.sign-in-required");
      if (caller.impersonatedById !== null) throw new DomainError("access.not-while-impersonating");
      const query = querySchema.safeParse(request.query);
      if (!query.success) throw new DomainError(route.unreadable, "it has no name");
      const text = textOf(request.body ?? Buffer.alloc(0));
      if (findUnstorableText(text)) throw new DomainError(route.unreadable, unstorableText);
      const data = await route.take(caller, caller.user, {
        id: request.params.id ?? null,
        name: query.data.name,
        text,
      });
      return { success: true, data };
    },
  );
}

/** Banks write UTF-8 or the older Windows set of letters; whatever is not the one is the other. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const batchSchema = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .pipe(payoutBatchRefSchema.shape.batchId);

const uploads: readonly StatementUpload[] = [
  { path: "/office/bank-statements", unreadable: "bankline.unreadable", take: uploadStatement },
  {
    path: "/office/card-settlements",
    unreadable: "settlement.unreadable",
    take: uploadSettlement,
  },
  // Compared with payments, and not kept.
  {
    path: "/office/reconcile-bank",
    unreadable: "bankline.unreadable",
    take: (caller, user, { text }) =>
      requestReconciliation(caller, user, { statement: "bank", text }),
  },
  {
    path: "/office/reconcile-cards",
    unreadable: "settlement.unreadable",
    take: (caller, user, { text }) =>
      requestReconciliation(caller, user, { statement: "payfast", text }),
  },
  {
    path: "/office/payout-batches/:id/proof",
    unreadable: "batch.unreadable",
    take(caller, _user, { id, text }) {
      const batchId = batchSchema.safeParse(id);
      if (!batchId.success) throw new DomainError("batch.unknown");
      return provePayoutBatch(caller, { batchId: batchId.data, text });
    },
  },
];

/**
 * Files of banks and of the card provider as they are, for admins: `POST {path}?name=november.csv`. A call of the
 * browser is too short for them.
 */
export async function statementUploadRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  for (const upload of uploads)
    await app.register(async (scope) => statementUpload(scope, deps, upload));
}
