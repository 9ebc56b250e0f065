import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { contactCall } from "./contact-call.ts";
import { courierCalls } from "./courier-calls.ts";
import { entityCalls } from "./entity-calls.ts";
import { asLegacyApp, askWith } from "./legacy-app.ts";
import { purchaseCalls } from "./purchase-calls.ts";

/**
 * The REST calls of older clients (specification, section 7): thin over the procedures of our own
 * client, with the names and shapes that they know. Amounts are decimals here and nowhere else.
 */
export async function legacyApi(app: FastifyInstance, deps: Deps): Promise<void> {
  const legacy = asLegacyApp(app);
  const ask = askWith(deps);
  courierCalls(legacy, ask);
  purchaseCalls(legacy, ask);
  contactCall(legacy, ask);
  entityCalls(legacy, ask);
}
