import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { envVariables, readEnv } from "../server/src/env.ts";

const example = await readFile(path.join(import.meta.dirname, "../.env.example"), "utf8");
const lines = example.split("\n");
const variable = /^#?([A-Z][A-Z_]+)=/;
const named = lines.flatMap((line) => variable.exec(line)?.[1] ?? []);

describe(".env.example", () => {
  test("names exactly the variables that the server reads", () => {
    expect(named.toSorted()).toEqual(Object.keys(envVariables.shape).toSorted());
  });

  test("can be used unchanged, and keeps all defaults", () => {
    expect(readEnv(parseEnv(example))).toEqual(readEnv({}));
  });

  test("explains each variable, alone or with adjacent ones", () => {
    const unexplained = lines.filter((line, index) => {
      const before = [lines[index - 1], lines[index - 2]];
      return variable.test(line) && !before.some((above) => above?.startsWith("# "));
    });

    // The address and the merchant's id and key follow the line that explains them.
    expect(unexplained).toEqual(["PAYFAST_MERCHANT_KEY=46f0cd694581a"]);
  });

  test.each([
    ["PAYFAST_MODE", "local"],
    ["COURIER_MODE", "local"],
    ["SMS_MODE", "local"],
  ])("sends nothing and charges nobody: %s is %s", (name, value) => {
    expect(parseEnv(example)[name]).toBe(value);
  });
});
