import {
  customerExportSchema,
  filePasswordHeader,
} from "@portal/shared/office/reports/customer-export.ts";
import { salesExportSchema } from "@portal/shared/office/reports/sales-report.ts";
import { pictureWidths } from "@portal/shared/platform/pictures.ts";
import { z } from "zod";
import { type Refusals, refusals } from "./legacy-app.ts";

/** Refusals of a call whose route has no schemas of its own. */
export function plainRefusals(...statuses: readonly (keyof Refusals)[]) {
  return Object.fromEntries(
    statuses.map((status) => {
      const { description, ...schema } = z.toJSONSchema(refusals[status]);
      return [
        status,
        { description: description ?? "", content: { "application/json": { schema } } },
      ];
    }),
  );
}

const queryShape = z.object({
  properties: z.record(z.string(), z.looseObject({})),
  required: z.array(z.string()).default([]),
});

/** The parameters of a query string as its schema takes them; the numbers and flags of a schema that reads text. */
function parametersOf(schema: z.core.$ZodType, as: Readonly<Record<string, string>>) {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const { properties, required } = queryShape.parse(json);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: as[name] === undefined ? property : { type: as[name] },
  }));
}

/** The parameters of exports, whose routes read them by themselves. */
export const fileParameters: Readonly<Record<string, readonly object[]>> = {
  "/api/customer/export": [
    ...parametersOf(customerExportSchema, { repeatCustomersOnly: "boolean" }),
    { name: filePasswordHeader, in: "header", required: false, schema: { type: "string" } },
  ],
  "/api/sales-report/export": parametersOf(salesExportSchema, {
    sellerId: "integer",
    productId: "integer",
  }),
};

const id = { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } };

function resource(
  call: Readonly<{ operationId: string; summary: string; description?: string }>,
  type: string,
  { query = [], isOpen = false }: Readonly<{ query?: readonly object[]; isOpen?: boolean }> = {},
) {
  const schema = type.startsWith("text/")
    ? { type: "string" }
    : { type: "string", format: "binary" };
  return {
    get: {
      tags: ["Uploads and resources"],
      ...call,
      ...(isOpen && { security: [{ bearer: [] }, {}] }),
      parameters: [id, ...query],
      responses: {
        "200": { description: "The file.", content: { [type]: { schema } } },
        ...plainRefusals(401, 403, 404),
      },
    },
  };
}

/** `/resources/…` (specification, section 7), which is beside `/api`. */
export const resourceCalls = {
  "/resources/images/{id}": resource(
    {
      operationId: "getImage",
      summary: "A picture",
      description: "Pictures of products, testimonials and texts need no token.",
    },
    "image/webp",
    {
      isOpen: true,
      query: [
        {
          name: "w",
          in: "query",
          description: "The width in pixels; without it, as large as it is stored.",
          schema: { type: "integer", enum: pictureWidths },
        },
        {
          name: "v",
          in: "query",
          description: "The version of the picture, with which it is cached for good.",
          schema: { type: "string" },
        },
      ],
    },
  ),
  "/resources/videos/{id}.mp4": resource(
    {
      operationId: "getVideo",
      summary: "A training video",
      description: "The header Range asks for a piece of it, which is answered with 206.",
    },
    "video/mp4",
  ),
  "/resources/captions/{id}.vtt": resource(
    { operationId: "getCaptions", summary: "The captions of a video" },
    "text/vtt",
  ),
  "/resources/captions/{id}.txt": resource(
    { operationId: "getTranscript", summary: "What is said in a video" },
    "text/plain",
  ),
  "/resources/files/{id}": resource(
    {
      operationId: "getFile",
      summary: "An upload to download",
      description: "Each download by someone signed in is in the upload’s access log.",
    },
    "application/octet-stream",
    {
      isOpen: true,
      query: [
        {
          name: "show",
          in: "query",
          description: "Of a PDF: to be shown instead of saved.",
          schema: { type: "string", enum: ["1"] },
        },
      ],
    },
  ),
};
