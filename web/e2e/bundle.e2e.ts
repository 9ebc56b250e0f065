import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { secretVariables } from "../../server/src/env.ts";
import { baseUrl } from "./lane.ts";

const dist = path.resolve(import.meta.dirname, "../dist");

/** Names and defaults of secret settings, keys, and strings that only a server contains. */
const secrets = [
  ...secretVariables,
  "46f0cd694581a",
  "Demo-1234!",
  "postgres://",
  "PRIVATE KEY",
  "$argon2",
  "process.env",
  "sourceMappingURL",
  "/node_modules/",
  "/web/src/",
];

// shows R49, T68
test("the build contains no secrets, source maps or source folders", async () => {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(?:br|gz|woff2)$/.test(entry.name));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter(({ name }) => name.endsWith(".map"))).toEqual([]);
  const found: string[] = [];
  for (const { name, parentPath } of files) {
    if (parentPath.endsWith(".vite")) continue;
    const text = await readFile(path.join(parentPath, name), "utf8");
    found.push(
      ...secrets.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`),
    );
  }
  expect(found).toEqual([]);
});

test.each([
  "/.env",
  "/.git/HEAD",
  "/.vite/manifest.json",
  "/src/main.tsx",
  "/@fs/etc/passwd",
  "/@vite/client",
  "/package.json",
  "/node_modules/react/package.json",
  "/assets/..%2f..%2f.env",
  "/api/../.env",
])("%s is not served", async (address) => {
  const answer = await fetch(`${baseUrl}${address}`);
  expect([403, 404]).toContain(answer.status);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
});
