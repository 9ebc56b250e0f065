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
  type Ask,
  type Asked,
  dataAnswer,
  doneAnswer,
  idempotency,
  keyOf,
  type LegacyApp,
  refusals,
  savedAnswer,
} from "./legacy-app.ts";
import { looseItemId, requireEqual } from "./legacy-values.ts";

/** What can be kept under a generic path; each one's own procedures say who may. */
export type LegacyEntity = Readonly<{
  /**
   * `id` is null for a new one, `body` as it was sent: a field that the entity has not is refused by name.
   * Answers the id under which it is kept from now on.
   */
  save: (asked: Asked, id: number | null, body: unknown) => Promise<number>;
  fetch: (asked: Asked, id: number, query: unknown) => Promise<unknown>;
  remove: (asked: Asked, id: number, body: unknown) => Promise<void>;
}>;

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

const tags = ["Generic entities"];
const exampleProduct = {
  name: "Travel size 20ml",
  price: "120.50",
  productCode: "T20",
  productGroup: "50",
  weightInGrams: 60,
  dimensions: "3 x 3 x 8 cm",
};

/** POST /api/{entity}/save/{id}, GET /api/{entity}/fetch/{id}, DELETE /api/{entity}/{id}. */
export function entityCalls(app: LegacyApp, ask: Ask): void {
  saveCall(app, ask);
  fetchCall(app, ask);
  deleteCall(app, ask);
}

function saveCall(app: LegacyApp, ask: Ask): void {
  app.post(
    "/api/:entity/save/:id",
    {
      schema: {
        tags,
        summary: "Saves an item; -1 is a new one",
        description: idempotency,
        params: z.object({ entity: z.string(), id: looseItemId }),
        body: z.looseObject({ id: looseItemId.optional() }).meta({ example: exampleProduct }),
        response: {
          200: savedAnswer.meta({ example: { success: true, message: "Saved!", id: 12 } }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      // The procedures take it from the caller, where one that cannot be a key is none.
      keyOf(request);
      requireEqual({ id: [id, request.body.id] });
      const known = entityCalled(request.params.entity);
      const asked = await ask(request, reply);
      const saved = await known.save(asked, id === -1 ? null : id, request.body);
      return { success: true as const, message: "Saved!", id: saved };
    },
  );
}

function fetchCall(app: LegacyApp, ask: Ask): void {
  app.get(
    "/api/:entity/fetch/:id",
    {
      schema: {
        tags,
        summary: "One item",
        params: z.object({ entity: z.string(), id: looseItemId }),
        querystring: z.object({ uniqueId: z.string().optional() }),
        response: { 200: dataAnswer(z.unknown(), exampleProduct), ...refusals },
      },
    },
    async (request, reply) => {
      const known = entityCalled(request.params.entity);
      const asked = await ask(request, reply);
      return {
        success: true as const,
        data: await known.fetch(asked, request.params.id, request.query),
      };
    },
  );
}

function deleteCall(app: LegacyApp, ask: Ask): void {
  app.delete(
    "/api/:entity/:id",
    {
      schema: {
        tags,
        summary: "Deletes an item",
        params: z.object({ entity: z.string(), id: looseItemId }),
        body: z
          .object({ id: looseItemId.optional(), uniqueId: z.string().optional() })
          .nullish()
          .meta({ example: { id: 12 } }),
        response: {
          200: doneAnswer.meta({ example: { success: true, message: "Item deleted." } }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      requireEqual({ id: [id, request.body?.id] });
      const known = entityCalled(request.params.entity);
      await known.remove(await ask(request, reply), id, request.body);
      return { success: true as const, message: "Item deleted." };
    },
  );
}

/** @throws DomainError request.unknown-entity */
function entityCalled(name: string): LegacyEntity {
  const known = Object.hasOwn(entities, name) ? entities[name] : undefined;
  if (!known) throw new DomainError("request.unknown-entity", name.slice(0, 40));
  return known;
}
