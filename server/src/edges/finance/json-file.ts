import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { WrongUse } from "./wrong-use.ts";

/** The content of a JSON file that a command was given. @throws WrongUse naming the file and the field */
export async function readJsonFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  otherwise?: string,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(jsonOf(file, await readText(file)));
  if (parsed.success) return parsed.data;
  if (otherwise !== undefined) throw new WrongUse(`${file} ${otherwise}.`);
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") || "the file";
  throw new WrongUse(`${file}: ${field}: ${issue?.message ?? "invalid"}.`);
}

export async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new WrongUse(
      error.code === "ENOENT"
        ? `There is no file ${file}.`
        : `${file} cannot be read (${error.code}).`,
    );
  });
}

function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongUse(`${file} is not JSON.`);
  }
}
