import { z } from "zod/mini";

export const limitedText = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Use ${max} characters at most`));

/** @param missing the message for a text with fewer than `min` characters */
export const requiredText = (max: number, missing: string, min = 1) =>
  limitedText(max).check(z.minLength(min, missing));
