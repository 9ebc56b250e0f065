import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";

/** Prints the packages that are loaded with the server, before anybody asks it for something. */
const script = `
  import { registerHooks } from "node:module";
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      const [, name] = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (name) packages.add(name);
      return next(url, context);
    },
  });
  await import(${JSON.stringify(new URL("main.ts", import.meta.url).href)});
  console.log(JSON.stringify([...packages]));
  process.exit();`;

/** Each takes memory of every process and time of every start; few processes need any. */
const large = [
  "@opentelemetry/sdk-node",
  "@simplewebauthn/server",
  "file-type",
  "hucre",
  "nodemailer",
  "pdfkit",
  "sanitize-html",
  "sharp",
  "stripe",
];

test("no large library is loaded before it is needed", { timeout: 60_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    script,
  ]);

  const loaded = z.array(z.string()).parse(JSON.parse(stdout));
  expect(loaded).toContain("fastify");
  expect(loaded.filter((name) => large.includes(name))).toEqual([]);
});
