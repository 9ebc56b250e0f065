import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";

const source = path.resolve(import.meta.dirname, "..");
const styles = path.dirname(
  createRequire(import.meta.url).resolve("@mantine/core/styles/Button.css"),
);
const frameStyles = path.join(source, "theme/mantine-office.ts");
const components = path.join(styles, "../esm/components");
const componentFiles = readdirSync(components, { recursive: true, encoding: "utf8" });

/** Packages without a style sheet of their own: the core has one per component, the others render nothing. */
const withoutOwnStyles: ReadonlySet<string> = new Set(["core", "hooks", "form", "store"]);

const importsOf = remembered(readImports);
const componentsIn = remembered(readComponents);
const componentsOfPackagesIn = remembered(readComponentsOfPackages);
const stylesImportedIn = remembered(readStyleImports);
const stylesOf = remembered(findStyles);

describe("the styles of Mantine's components", () => {
  const main = path.join(source, "main.tsx");
  const base = filesLoadedBy(main);
  const frame = filesLoadedBy(path.join(source, "app/office-frame.tsx"));
  const inShop = partsReachedFrom(main, [
    path.join(source, "app/office-screens.ts"),
    path.join(source, "app/member-screens.ts"),
  ]);

  test.each(lazyParts().map((file) => [path.relative(source, file), file]))(
    "come with %s",
    (_name, file) => {
      // Parts that are only rendered inside the office frame use the frame's styles.
      const files = new Set([...base, ...(inShop.has(file) ? [] : frame), ...filesLoadedBy(file)]);
      const own = [...files].flatMap(componentsIn);
      const ofPackages = [...files].flatMap(componentsOfPackagesIn);
      const needed = new Set([...own, ...ofPackages].flatMap(stylesOf));
      const present = new Set([...files].flatMap(stylesImportedIn));
      const packages = [...files].flatMap(otherPackagesIn);
      const packagesPresent = new Set([...files].flatMap(otherStylesImportedIn));

      expect([...needed].filter((name) => !present.has(name))).toEqual([]);
      expect(packages.filter((name) => !packagesPresent.has(name))).toEqual([]);
    },
  );

  test("are in a cascade layer, so that the product's styles win in every chunk", () => {
    const plain = sourceFiles().filter((file) =>
      /@mantine\/[a-z]+\/styles\/[A-Za-z-]+(?<!\.layer)\.css/.test(readFileSync(file, "utf8")),
    );
    expect(plain).toEqual([]);
  });

  test("do not use light-dark(), whose build output depends on a color-scheme set in CSS", () => {
    const files = readdirSync(source, { recursive: true, encoding: "utf8" });
    const sheets = files.filter((file) => file.endsWith(".css"));
    expect(sheets.length).toBeGreaterThan(20);
    const builtIn = sheets.filter((file) =>
      readFileSync(path.join(source, file), "utf8").includes("light-dark("),
    );
    expect(builtIn).toEqual([]);
  });

  test("are found by this test, which does not pass for lack of files", () => {
    expect(stylesOf("Button")).toEqual(expect.arrayContaining(["Button", "Loader"]));
    expect(lazyParts().length).toBeGreaterThan(5);
    expect(base.size).toBeGreaterThan(10);
    expect(inShop.has(path.join(source, "app/pay-pages.tsx"))).toBe(true);
    expect(inShop.has(path.join(source, "features/office/dashboard/dashboard-screen.tsx"))).toBe(
      false,
    );
  });
});

/** The file and its static imports; dynamic imports are in other chunks. */
function filesLoadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const imported of importsOf(file)) filesLoadedBy(imported, seen);
  return seen;
}

function readImports(file: string): string[] {
  const imports = readFileSync(file, "utf8").matchAll(
    // Lazy parts are in another chunk.
    /(?:^|\n)(?:import|export)\b(?![^"]*\btype \{)[^"(]*"(\.[^"]+\.tsx?)"/g,
  );
  return [...imports].map(([, target = ""]) => path.resolve(path.dirname(file), target));
}

/** All dynamically imported files, each with a chunk of its own. */
function lazyParts(): string[] {
  return [...new Set(sourceFiles().flatMap(lazyPartsIn))];
}

function lazyPartsIn(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/import\("(\.[^"]+)"\)/g)].map(([, target = ""]) =>
    path.resolve(path.dirname(file), target),
  );
}

/** The lazy parts that are reachable from a file, except through `without` and through parts that load the frame's styles. */
function partsReachedFrom(
  start: string,
  without: readonly string[],
  parts = new Set<string>(),
): Set<string> {
  for (const file of filesLoadedBy(start)) {
    if (without.includes(file)) continue;
    for (const part of lazyPartsIn(file)) {
      if (parts.has(part) || part.endsWith("/office-frame.tsx")) continue;
      parts.add(part);
      if (!filesLoadedBy(part).has(frameStyles)) partsReachedFrom(part, without, parts);
    }
  }
  return parts;
}

/** Mantine's other packages have one style sheet each. */
function otherPackagesIn(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/^import \{.*\} from "@mantine\/([a-z]+)";$/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !withoutOwnStyles.has(name));
}

/** The core components that Mantine's other packages use: a notification is rendered by the core. */
function readComponentsOfPackages(file: string): string[] {
  const imports = readFileSync(file, "utf8").matchAll(
    /^import \{([^}]+)\} from "@mantine\/([a-z]+)";$/gm,
  );
  return [...imports].flatMap(([, names = "", name = ""]) => {
    if (withoutOwnStyles.has(name)) return [];
    const entry = createRequire(import.meta.url).resolve(`@mantine/${name}/styles.css`);
    const folder = path.join(path.dirname(entry), "esm");
    const modules = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names.split(",").flatMap((each) => {
      const start = modules.find((module) => path.basename(module) === `${each.trim()}.mjs`);
      return start === undefined ? [] : coreComponentsOf(path.join(folder, start), new Set());
    });
  });
}

function coreComponentsOf(file: string, seen: Set<string>): string[] {
  if (seen.has(file) || !existsSync(file)) return [];
  seen.add(file);
  const imported = readFileSync(file, "utf8").matchAll(/from "(\.[^"]+\.mjs)"/g);
  return [
    ...readComponents(file),
    ...[...imported].flatMap(([, target = ""]) =>
      coreComponentsOf(path.resolve(path.dirname(file), target), seen),
    ),
  ];
}

function otherStylesImportedIn(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/"@mantine\/([a-z]+)\/styles\.layer\.css"/g)].map(
    ([, name = ""]) => name,
  );
}

function sourceFiles(): string[] {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.join(source, name));
}

function readComponents(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/import \{([^}]+)\} from "@mantine\/core"/g)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim())
    .filter((name) => /^[A-Z]/.test(name));
}

function readStyleImports(file: string): string[] {
  return [
    ...readFileSync(file, "utf8").matchAll(/"@mantine\/core\/styles\/([A-Za-z]+)\.layer\.css"/g),
  ].map(([, name = ""]) => name);
}

/** The style sheets of a component and of the components that it uses. */
function findStyles(component: string): string[] {
  const start = componentFiles.find((name) => path.basename(name) === `${component}.mjs`);
  if (!start) return [];
  const found = new Set<string>();
  collectStyles(path.join(components, start), found, new Set());
  return [...found];
}

function collectStyles(file: string, found: Set<string>, seen: Set<string>): void {
  if (seen.has(file) || !existsSync(file)) return;
  seen.add(file);
  for (const [, target = ""] of readFileSync(file, "utf8").matchAll(/from "(\.[^"]+\.mjs)"/g)) {
    const name = path.basename(target);
    if (name.endsWith(".module.mjs")) {
      const style = name.replace(".module.mjs", "");
      if (existsSync(path.join(styles, `${style}.css`))) found.add(style);
    } else collectStyles(path.resolve(path.dirname(file), target), found, seen);
  }
}

/** Caches by file name: all parts share the same few hundred files, which do not change during the test. */
function remembered<Result>(compute: (name: string) => Result): (name: string) => Result {
  const cache = new Map<string, { result: Result }>();
  return (name) => {
    const known = cache.get(name) ?? { result: compute(name) };
    cache.set(name, known);
    return known.result;
  };
}
