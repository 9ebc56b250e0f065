import { uploadCategories } from "@portal/shared/office/uploads.ts";
import { z } from "zod";
import { doneAnswer, refusals, savedAnswer } from "../legacy/legacy-answer.ts";

const tags = ["Uploads and resources"];
const consumes = ["multipart/form-data"];
const binary = z.unknown().meta({ type: "string", format: "binary" });
const words = {
  title: z.string().max(200).optional(),
  description: z.string().max(5000).optional(),
  sortOrder: z.int().optional(),
};
/** A form is read while it comes in; its description checks nothing. */
const describedOnly = { validatorCompiler: () => () => true } as const;

/** How the upload calls read in the description of the API (specification, section 7, "Uploads and resources"). */
export const uploadDocs = {
  save: {
    ...describedOnly,
    schema: {
      tags,
      consumes,
      summary: "Uploads a file, or gives an upload other words or another file",
      description:
        "The type is found out from what is in the file. Without a file, the words alone change.",
      params: z.object({ uploadId: z.string().describe("-1 is a new upload.") }),
      body: z.object({
        file: binary,
        ...words,
        category: z.enum(uploadCategories).optional(),
      }),
      response: { 200: savedAnswer, ...refusals },
    },
  },
  external: {
    ...describedOnly,
    schema: {
      tags,
      consumes,
      summary: "Uploads a file into a category",
      params: z.object({ category: z.enum(uploadCategories) }),
      body: z.object({ file: binary, ...words }),
      response: { 200: savedAnswer, ...refusals },
    },
  },
  poster: {
    ...describedOnly,
    schema: {
      tags,
      consumes,
      summary: "Gives a video the picture that it shows before it plays",
      params: z.object({ uploadId: z.string() }),
      body: z.object({
        file: binary,
        seconds: z.number().optional().describe("How long the video runs."),
      }),
      response: { 200: savedAnswer, ...refusals },
    },
  },
  captions: {
    ...describedOnly,
    schema: {
      tags,
      consumes,
      summary: "Gives a video its captions",
      description: "A WebVTT file of 1 MB at most. Its cues are kept, and nothing else of it.",
      params: z.object({ uploadId: z.string() }),
      body: z.object({ file: binary }),
      response: { 200: savedAnswer, ...refusals },
    },
  },
  remove: {
    ...describedOnly,
    schema: {
      tags,
      summary: "Deletes an upload",
      params: z.object({ id: z.string() }),
      response: { 200: doneAnswer.extend({ id: z.int() }), ...refusals },
    },
  },
} as const;
