import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { payoutBatchRefSchema } from "@portal/shared/money/payouts.ts";
import { chosenColumnsSchema, statementBytesMax } from "@portal/shared/sales/bank-lines.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { Deps } from "../../deps.ts";
import { dayOrders } from "../../gateways/bank-files/day-text.ts";
import { textOfUpload } from "../../gateways/bank-files/read-in-thread.ts";
import { StatementError } from "../../gateways/bank-files/statement-error.ts";
import { provePayoutBatch, takeStatement } from "../../money/payouts/payout-proof.actions.ts";
import { findUnstorableText, unstorableText } from "../../platform/http/request-body.ts";
import { reconcileCards } from "../../office/month-end/ledger-run.actions.ts";
import type { UploadedFile } from "../../sales/bank-lines/upload-statement.actions.ts";
import { uploadSettlement } from "../../sales/card-settlements/settlement.actions.ts";
import { ownCaller } from "../trpc/request-caller.ts";
import { acceptRaw } from "./receive-form.ts";

const querySchema = z.object({
  name: z.string().trim().min(1).max(200),
  /** Of a bank statement: the answer to the question which days it means. */
  days: z.enum(dayOrders).optional(),
  /** Of a bank's CSV: the answer to the question what its columns are, `day,text,none,amount`. */
  columns: z.string().max(1000).optional(),
  /** Of a bank statement: only shows what would be stored. */
  check: z.literal("1").optional(),
});

type StatementUpload = Readonly<{
  path: string;
  unreadable: DomainErrorCode;
  /** Its lines are what pays and proves from then on, so the second step is asked. */
  isStored: boolean;
  take: (
    caller: Caller,
    user: SignedInUser,
    /** `id` is that of the path, if there is one. */
    file: UploadedFile & Readonly<{ id: string | null }>,
  ) => Promise<object>;
}>;

function statementUpload(app: FastifyInstance, deps: Deps, route: StatementUpload): void {
  acceptRaw(app, "application/octet-stream", statementBytesMax);
  app.post<{ Body?: Buffer; Params: { id?: string } }>(
    route.path,
    { bodyLimit: statementBytesMax },
    async (request, reply) => {
      const { caller, user } = await ownCaller(deps, request, reply);
      const query = querySchema.safeParse(request.query);
      if (!query.success) throw new DomainError(route.unreadable, problemIn(query.error));
      if (route.isStored && !query.data.check) await requireRecentAuthentication(caller);
      const text = await textOf(request.body ?? Buffer.alloc(0), route.unreadable);
      if (findUnstorableText(text)) throw new DomainError(route.unreadable, unstorableText);
      const data = await route.take(caller, user, {
        id: request.params.id ?? null,
        text,
        name: query.data.name,
        ...answersIn(query.data, route.unreadable),
      });
      return { success: true, data };
    },
  );
}

function problemIn({ issues: [issue] }: z.ZodError): string {
  const field = String(issue?.path[0]);
  return field === "name" ? "it has no name" : `${field} is not one of the answers`;
}

/** @throws DomainError with this code for columns by which nothing can be read */
function answersIn(
  { days, columns, check }: z.infer<typeof querySchema>,
  unreadable: DomainErrorCode,
): Partial<UploadedFile> {
  const chosen = chosenColumnsSchema.safeParse(columns?.split(","));
  if (columns !== undefined && !chosen.success)
    throw new DomainError(unreadable, chosen.error.issues[0]?.message);
  return {
    ...(days && { days }),
    ...(chosen.data && { columns: chosen.data }),
    ...(check && { isCheck: true }),
  };
}

/** @throws DomainError with this code for a file that is no statement, such as a PDF */
async function textOf(bytes: Buffer, unreadable: DomainErrorCode): Promise<string> {
  try {
    return await textOfUpload(bytes);
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    throw new DomainError(unreadable, error.message);
  }
}

const batchSchema = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .pipe(payoutBatchRefSchema.shape.batchId);

const uploads: readonly StatementUpload[] = [
  {
    path: "/office/bank-statements",
    unreadable: "bankline.unreadable",
    isStored: true,
    take: takeStatement,
  },
  {
    path: "/office/card-settlements",
    unreadable: "settlement.unreadable",
    isStored: true,
    take: uploadSettlement,
  },
  // Compared with payments, and not stored.
  {
    path: "/office/reconcile-cards",
    unreadable: "settlement.unreadable",
    isStored: false,
    take: (caller, user, { text }) => reconcileCards(caller, user, text),
  },
  {
    path: "/office/payout-batches/:id/proof",
    unreadable: "batch.unreadable",
    isStored: true,
    take(caller, user, { id, ...file }) {
      const batchId = batchSchema.safeParse(id);
      if (!batchId.success) throw new DomainError("batch.unknown");
      return provePayoutBatch(caller, user, { ...file, batchId: batchId.data });
    },
  },
];

/**
 * Uploads of unchanged files of banks and of the card provider, by admins: `POST {path}?name=november.csv`. They can be
 * larger than the body of a procedure may be.
 */
export async function statementUploadRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  for (const upload of uploads)
    await app.register(async (scope) => statementUpload(scope, deps, upload));
}
