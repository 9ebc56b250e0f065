import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

/**
 * Each rule is violated on purpose, in an empty copy of the folders, so that other processes in the checkout do not see
 * the planted files.
 */
const forbidden = [
  ["shared/src/planted.ts", `import "node:fs";`],
  ["shared/src/planted.ts", `import "fastify";`],
  ["shared/src/planted.ts", `import { z } from "zod"; export const schema = z.string();`],
  ["shared/src/planted.ts", `import type {} from "@portal/server/app-router.ts";`],
  ["server/src/planted.ts", `export const port = process.env.PORT;`],
  ["server/src/planted.ts", `import "../../web/src/config.ts";`],
  ["server/src/platform/ledger/planted.ts", `import "../jobs/jobs.ts";`],
  ["server/src/platform/ledger/planted.ts", `import "../messages/mailer.ts";`],
  ["server/src/platform/ledger/planted.ts", `import "fastify";`],
  ["server/src/platform/db/planted.ts", `import "../ledger/ledger.ts";`],
  ["server/src/sales/orders/planted.ts", `import "fastify";`],
  ["server/src/sales/orders/planted.ts", `import "../../edges/rest/health.ts";`],
  ["server/src/sales/orders/planted.events.ts", `import "./order.decider.ts";`],
  ["server/src/sales/orders/planted.events.ts", `export const at = new Date();`],
  ["server/src/sales/orders/planted.decider.ts", `import "../../platform/db/connect.ts";`],
  ["server/src/sales/orders/planted.decider.ts", `import "./order.queries.ts";`],
  ["server/src/sales/orders/planted.decider.ts", `import "node:crypto";`],
  ["server/src/sales/orders/planted.decider.ts", `export const chance = Math.random();`],
  ["server/src/sales/orders/planted.evolve.ts", `export const id = crypto.randomUUID();`],
  ["server/src/sales/orders/planted.rules.ts", `export const now = () => new Date();`],
  ["server/src/sales/orders/planted.rules.ts", `import "./order.decider.ts";`],
  ["server/src/sales/orders/planted.rules.ts", `export const get = () => fetch("/");`],
  ["server/src/sales/orders/planted.projection.ts", `import "./order.decider.ts";`],
  ["server/src/sales/orders/planted.projection.ts", `import "kysely";`],
  ["server/src/sales/orders/planted.projection.ts", `export const id = process.pid;`],
  ["server/src/projections/fold/planted.fold.ts", `import "../../platform/db/connect.ts";`],
  ["server/src/sales/orders/planted.queries.ts", `import "../../platform/ledger/ledger.ts";`],
  ["server/src/sales/orders/planted.queries.ts", `import "./order.actions.ts";`],
  ["server/src/sales/orders/planted.actions.ts", `import "../../platform/http/trpc.ts";`],
  ["server/src/sales/orders/planted.store.ts", `import "@trpc/server";`],
  ["server/src/sales/orders/planted.router.ts", `import "kysely";`],
  ["server/src/sales/orders/planted.router.ts", `import "../../platform/ledger/ledger.ts";`],
  ["server/src/sales/orders/planted.router.ts", `import "./order.decider.ts";`],
  ["web/src/planted.ts", `import "@portal/server/app-router.ts";`],
  ["web/src/planted.ts", `import "../../server/src/app-router.ts";`],
  ["web/src/planted.ts", `import "node:path";`],
  ["web/src/planted.ts", `import { z } from "zod"; export const schema = z.string();`],
  ["web/src/ui/planted.ts", `import "../features/sales/payments/pay-screen.tsx";`],
  ["web/src/features/sales/orders/planted.ts", `import "../../../app/routes.tsx";`],
] as const;

const allowed = [
  ["shared/src/planted.ts", `import { z } from "zod/mini"; export const schema = z.string();`],
  ["server/src/env.ts", `export const port = process.env.PORT;`],
  ["server/src/sales/orders/planted.decider.ts", `import "@portal/shared/platform/money.ts";`],
  ["server/src/sales/orders/planted.test.ts", `import "../../platform/ledger/ledger.ts";`],
  [
    "web/src/planted.ts",
    `import type { AppRouter } from "@portal/server/app-router.ts"; export type Api = AppRouter;`,
  ],
  ["web/src/features/sales/orders/planted.ts", `import "../../../ui/money-text.tsx";`],
  ["web/src/features/sales/orders/planted.ts", `import "./order-form-screen.tsx";`],
  ["web/src/features/sales/orders/planted.ts", `import "../payments/pay-screen.tsx";`],
  ["web/src/features/sales/orders/planted.ts", `import "../../people/addresses/address-book.tsx";`],
] as const;

const needingTypes = [
  ["a promise nobody waits for", "no-floating-promises", "Promise.resolve(1);"],
  ["a claim about a type", "no-unsafe-type-assertion", "export const n = JSON.parse('1') as 1;"],
  ["a denial of null", "no-non-null-assertion", "export const n = [1][0]!;"],
  ["any", "no-explicit-any", "export const n: any = 1;"],
  ["a value of another type", "TS2322", "export const n: number = 'one';"],
] as const;

const checkout = path.join(import.meta.dirname, "..");
const numbered = (file: string, kind: string, number: number) =>
  file.replace("planted", `${kind}-${number}`);
const folders = ["shared", "server", "web"];
const broken = new Map<string, string[]>();

/** All violations are planted together, each in its own file, because starting the linter takes longer than linting. */
beforeAll(async () => {
  const planted = new Map([
    ...forbidden.map(([file, source], index) => [numbered(file, "no", index), source] as const),
    ...allowed.map(([file, source], index) => [numbered(file, "yes", index), source] as const),
    ...needingTypes.map(([, rule, source]) => [`server/src/${rule}.ts`, source] as const),
    ["server/src/one.ts", `import { two } from "./two.ts"; export const one = () => two;`],
    ["server/src/two.ts", `import { one } from "./one.ts"; export const two = () => one;`],
    [
      "server/src/three.ts",
      `import type { Four } from "./four.ts"; export type Three = Readonly<{ four: Four | null }>;`,
    ],
    [
      "server/src/four.ts",
      `import type { Three } from "./three.ts"; export type Four = Readonly<{ three: Three | null }>;`,
    ],
  ]);
  const copy = await mkdtemp(path.join(tmpdir(), "portal-boundaries-"));
  try {
    await symlink(path.join(checkout, "node_modules"), path.join(copy, "node_modules"));
    for (const file of [".oxlintrc.json", "tsconfig.json"]) {
      await cp(path.join(checkout, file), path.join(copy, file));
    }
    for (const [file, source] of planted) {
      await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
      await writeFile(path.join(copy, file), source);
    }
    for (const { filename, code } of await lint(copy)) {
      broken.set(filename, [...(broken.get(filename) ?? []), code]);
    }
  } finally {
    await rm(copy, { recursive: true });
  }
});

describe("the boundaries", () => {
  test.each(forbidden.map((planted, index) => [...planted, index] as const))(
    "%s may not say %s",
    (file, _, index) => {
      expect(broken.get(numbered(file, "no", index))).toContainEqual(
        expect.stringContaining("no-restricted-"),
      );
    },
  );

  test.each(allowed.map((planted, index) => [...planted, index] as const))(
    "%s may say %s",
    (file, _, index) => {
      expect(broken.get(numbered(file, "yes", index)) ?? []).not.toContainEqual(
        expect.stringContaining("no-restricted-"),
      );
    },
  );

  test.each(["of values", "of types"])("reject import cycles %s", (of) => {
    const file = of === "of values" ? "server/src/one.ts" : "server/src/three.ts";
    expect(broken.get(file)).toContain("import(no-cycle)");
  });
});

/** In the order of docs/architecture.md: each may import those before it, except people and catalogue each other. */
const areas = {
  "server/src": [
    "platform",
    "gateways",
    "people",
    "catalogue",
    "network",
    "sales",
    "money",
    "projections",
    "office",
    "edges",
  ],
  "shared/src": ["platform", "people", "catalogue", "network", "sales", "money", "office"],
  "web/src/features": ["platform", "people", "catalogue", "network", "sales", "money", "office"],
} as const;

const upward = Object.entries(areas).flatMap(([root, order]) =>
  order.flatMap((area, index) =>
    order
      .filter((other, at) => at > index || (area === "catalogue" && other === "people"))
      .map((other) => [`${root}/${area}/planted-${other}.ts`, `../${other}/any.ts`] as const),
  ),
);
const downward = Object.entries(areas).flatMap(([root, order]) =>
  order
    .slice(1)
    .map((area) => [`${root}/${area}/deep/planted.ts`, "../../platform/any.ts"] as const),
);

describe("the areas", () => {
  test("do not import areas above them", async () => {
    const found = await areaFindings([
      ...upward,
      ...downward,
      ["server/src/platform/planted.test.ts", "../sales/any.ts"],
      ["web/src/features/platform/planted.test.tsx", "../sales/any.tsx"],
    ]);

    expect(found).toEqual(upward.map(([file]) => file).toSorted());
  });
});

/** The files in which biome finds an import against the order of the areas. */
async function areaFindings(planted: readonly (readonly [string, string])[]): Promise<string[]> {
  const copy = await mkdtemp(path.join(tmpdir(), "portal-areas-"));
  try {
    await cp(path.join(checkout, "biome.json"), path.join(copy, "biome.json"));
    for (const [file, imported] of planted) {
      await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
      await writeFile(path.join(copy, file), `import "${imported}";\n`);
    }
    const report = await outputOf("biome", copy, [
      "lint",
      "--vcs-enabled=false",
      "--max-diagnostics=none",
      "--reporter=json",
      ".",
    ]);
    const { diagnostics } = areaReportSchema.parse(JSON.parse(report));
    return diagnostics.map(({ location }) => location.path).toSorted();
  } finally {
    await rm(copy, { recursive: true });
  }
}

const areaReportSchema = z.object({
  diagnostics: z.array(z.object({ location: z.object({ path: z.string() }) })),
});

describe("the rules that need types", () => {
  test.each(needingTypes)("find %s", (_, rule) => {
    expect(broken.get(`server/src/${rule}.ts`)).toContain(`typescript(${rule})`);
  });
});

const reportSchema = z.object({
  diagnostics: z.array(z.object({ filename: z.string(), code: z.string().default("") })),
});

async function lint(folder: string): Promise<z.infer<typeof reportSchema>["diagnostics"]> {
  const report = await outputOf("oxlint", folder, ["--format", "json", ...folders]);
  return reportSchema.parse(JSON.parse(report)).diagnostics;
}

/** Ignores the exit code, because findings are expected. */
function outputOf(program: string, cwd: string, options: readonly string[]): Promise<string> {
  const file = path.join(checkout, "node_modules/.bin", program);
  return new Promise((resolve) => {
    execFile(file, [...options], { cwd, maxBuffer: 2 ** 26 }, (_, stdout) => resolve(stdout));
  });
}
