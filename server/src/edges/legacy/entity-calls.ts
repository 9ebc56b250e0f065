import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { z } from "zod";
import { addressEntity } from "./address-entity.ts";
import {
  emailCopyEntity,
  productEntity,
  promoEntity,
  settingsEntity,
  siteCopyEntity,
  testimonialEntity,
} from "./entities.ts";
import {
  answer,
  dataAnswer,
  describedAs,
  doneAnswer,
  idempotency,
  type Identify,
  keyOf,
  type LegacyApp,
  savedAnswer,
} from "./legacy-app.ts";
import type { LegacyEntity, SavedItem } from "./legacy-entity.ts";
import { looseItemId, requireEqual } from "./legacy-values.ts";

/** The closed list (docs/decisions.md, 19). */
const entities: Readonly<Record<string, LegacyEntity>> = {
  address: addressEntity,
  product: productEntity,
  promo: promoEntity,
  testimonial: testimonialEntity,
  "rhizo-config": settingsEntity,
  "site-copy": siteCopyEntity,
  "email-copy": emailCopyEntity,
};

const described = describedAs(["Generic entities"]);
const exampleProduct = {
  name: "Travel size 20ml",
  price: "120.50",
  productCode: "T20",
  productGroup: "50",
  weightInGrams: 60,
  dimensions: "3 x 3 x 8 cm",
};

const saveItem = described(
  {
    operationId: "saveItem",
    summary: "Saves an item; -1 is a new one",
    description: idempotency,
    params: z.object({ entity: z.string(), id: looseItemId }),
    body: z.looseObject({ id: looseItemId.optional() }).meta({ example: exampleProduct }),
  },
  savedAnswer
    .extend({ data: z.object({ proposalId: z.guid() }).optional() })
    .meta({ example: { success: true, message: "Saved!", id: 12 } }),
);

const fetchItem = described(
  {
    operationId: "fetchItem",
    summary: "One item",
    params: z.object({ entity: z.string(), id: looseItemId }),
    querystring: z.strictObject({ uniqueId: z.string().optional() }),
  },
  dataAnswer(z.unknown(), exampleProduct),
);

const deleteItem = described(
  {
    operationId: "deleteItem",
    summary: "Deletes an item",
    params: z.object({ entity: z.string(), id: looseItemId }),
    body: z
      .strictObject({ id: looseItemId.optional(), uniqueId: z.string().optional() })
      .nullish()
      .meta({ example: { id: 12 } }),
  },
  doneAnswer.meta({ example: { success: true, message: "Item deleted." } }),
);

/** POST /api/{entity}/save/{id}, GET /api/{entity}/fetch/{id}, DELETE /api/{entity}/{id}. */
export function entityCalls(app: LegacyApp, identify: Identify): void {
  app.post("/api/:entity/save/:id", saveItem, async (request, reply) => {
    const { id } = request.params;
    // Refuses an invalid key; the procedures read the key from the caller, and would ignore it.
    keyOf(request);
    requireEqual({ id: [id, request.body.id] });
    const entity = entityCalled(request.params.entity);
    const legacy = await identify(request, reply);
    const saved = await entity.save(legacy, id === -1 ? null : id, request.body);
    return { success: true as const, ...wordsOf(saved), id: saved.id };
  });

  app.get("/api/:entity/fetch/:id", fetchItem, async (request, reply) => {
    const entity = entityCalled(request.params.entity);
    const legacy = await identify(request, reply);
    return answer(await entity.fetch(legacy, request.params.id, request.query));
  });

  app.delete("/api/:entity/:id", deleteItem, async (request, reply) => {
    const { id } = request.params;
    requireEqual({ id: [id, request.body?.id] });
    const entity = entityCalled(request.params.entity);
    await entity.remove(await identify(request, reply), id, request.body);
    return { success: true as const, message: "Item deleted." };
  });
}

function wordsOf({ proposalId = null }: SavedItem) {
  if (proposalId === null) return { message: "Saved!" };
  return { message: "Proposed. It waits for another admin.", data: { proposalId } };
}

/** @throws DomainError request.unknown-entity */
function entityCalled(name: string): LegacyEntity {
  const entity = Object.hasOwn(entities, name) ? entities[name] : undefined;
  if (!entity) throw new DomainError("request.unknown-entity", name.slice(0, 40));
  return entity;
}
