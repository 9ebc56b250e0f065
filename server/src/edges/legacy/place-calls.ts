import { placeNameSchema, postCodeSchema } from "@portal/shared/people/places.ts";
import { z } from "zod";
import { dataAnswer, refusals } from "./legacy-answer.ts";
import type { Ask, LegacyApp } from "./legacy-app.ts";

const tags = ["Courier"];
const guy = "/api/the-courier-guy";

const places = dataAnswer(
  z.array(
    z.object({
      id: z.int(),
      label: z.string(),
      value: z.string(),
      town: z.string(),
      pcode: z.string(),
      province: z.string(),
    }),
  ),
);
const noPlaces = "No results found..";

/** Where the courier goes. */
export function placeCalls(app: LegacyApp, ask: Ask): void {
  app.get(
    `${guy}/get-places-by-post-code`,
    {
      schema: {
        tags,
        summary: "Places of a post code",
        querystring: z.object({ postCode: postCodeSchema }),
        response: { 200: places, ...refusals },
      },
    },
    async (request, reply) => {
      const { procedures } = await ask(request, reply);
      return placesAnswer(await procedures.places.byPostCode(request.query));
    },
  );
  app.get(
    `${guy}/get-places-by-name`,
    {
      schema: {
        tags,
        summary: "Places by the name of a suburb or town",
        querystring: z.object({ name: placeNameSchema }),
        response: { 200: places, ...refusals },
      },
    },
    async (request, reply) => {
      const { procedures } = await ask(request, reply);
      return placesAnswer(await procedures.places.byName(request.query));
    },
  );
}

type Found = Readonly<{ id: number; label: string; town: string; pcode: string; province: string }>;

function placesAnswer(found: readonly Found[]) {
  const data = found.map((place) => ({
    ...place,
    value: `${place.label}, ${place.town}, ${place.pcode}`,
  }));
  return { success: true as const, data, ...(data.length === 0 && { message: noPlaces }) };
}
