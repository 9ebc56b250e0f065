import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Caller } from "../../caller.ts";

export const idempotency =
  "Send the header Idempotency-Key (a uuid) to be able to repeat the call safely.";
const keySchema = z.guid("Please send a uuid as Idempotency-Key.").lowercase().optional();

/** A repeated request brings the same key; without one it is a new request. */
export function commandIdOf(request: FastifyRequest, { newId }: Pick<Caller, "newId">): string {
  return keyOf(request) ?? newId();
}

/** A key that cannot be one is refused: whoever sends it relies on it. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  return keySchema.parse(headers["idempotency-key"]);
}
