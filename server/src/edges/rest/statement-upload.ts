import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { statementBytesMax } from "@portal/shared/sales/bank-lines.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { findUnstorableText, unstorableText } from "../../platform/http/request-body.ts";
import { uploadStatement } from "../../sales/bank-lines/bank-line.actions.ts";
import { uploadSettlement } from "../../sales/card-settlements/settlement.actions.ts";
import { callerFor } from "../trpc/request-caller.ts";

const querySchema = z.object({ name: z.string().trim().min(1).max(200) });

/** A file of somebody outside, as it is: `POST {path}?name=november.csv`, for admins. */
function statementUpload(
  app: FastifyInstance,
  deps: Deps,
  route: Readonly<{
    path: string;
    unreadable: DomainErrorCode;
    take: (
      caller: Caller,
      user: SignedInUser,
      file: Readonly<{ name: string; text: string }>,
    ) => Promise<object>;
  }>,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/octet-stream",
    { parseAs: "buffer", bodyLimit: statementBytesMax },
    async (_request: unknown, body: Buffer) => body,
  );

  app.post<{ Body?: Buffer }>(
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
      const data = await route.take(caller, caller.user, { name: query.data.name, text });
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

/** A bank's file: `POST /office/bank-statements?name=november.csv`, for admins. */
export async function bankStatementRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  statementUpload(app, deps, {
    path: "/office/bank-statements",
    unreadable: "bankline.unreadable",
    take: uploadStatement,
  });
}

/** The card provider's transaction history: `POST /office/card-settlements?name=november.csv`, for admins. */
export async function cardSettlementRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  statementUpload(app, deps, {
    path: "/office/card-settlements",
    unreadable: "settlement.unreadable",
    take: uploadSettlement,
  });
}
