import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { uploadStatement } from "../../sales/bank-lines/bank-line.actions.ts";
import { statementUpload } from "./statement-upload.ts";

/** A bank's file: `POST /office/bank-statements?name=november.csv`, for admins. */
export async function bankStatementRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  statementUpload(app, deps, {
    path: "/office/bank-statements",
    unreadable: "bankline.unreadable",
    take: uploadStatement,
  });
}
