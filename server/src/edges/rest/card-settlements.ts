import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { uploadSettlement } from "../../sales/card-settlements/settlement.actions.ts";
import { statementUpload } from "./statement-upload.ts";

/** The card provider's transaction history: `POST /office/card-settlements?name=november.csv`, for admins. */
export async function cardSettlementRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  statementUpload(app, deps, {
    path: "/office/card-settlements",
    unreadable: "settlement.unreadable",
    take: uploadSettlement,
  });
}
