import path from "node:path";

// What a document imports at once, and what its screens share, comes in few files: each is a request before a page can be
// used, and left to itself the build makes a hundred small ones. A file takes along the packages that no file of a higher
// priority has. Only our own modules are assigned by the graph: which modules of a package are needed is known only after
// the build has left out the rest. A priority must not be negative: it would be taken for a very high one.

/** The modules before unused ones are left out, as the build shows them while it makes files of them. */
type Graph = Readonly<{
  getModuleInfo: (
    id: string,
  ) => Readonly<{ importedIds: string[]; dynamicallyImportedIds: string[] }> | null;
}>;
type Group = Readonly<{
  name: string | ((id: string, graph: Graph) => string | null);
  debugName?: string;
  test?: RegExp;
  priority?: number;
  minShareCount?: number;
}>;

const source = (name: string) => path.resolve(import.meta.dirname, "src", name);

/** All of our own that a module imports at once, with itself. */
function wholeOf(graph: Graph, id: string): Set<string> {
  const whole = new Set([id]);
  for (const part of whole)
    for (const imported of graph.getModuleInfo(part)?.importedIds ?? [])
      if (!imported.includes("/node_modules/")) whole.add(imported);
  return whole;
}

/** @returns `name` for the modules that are found in the graph, which is complete when the first one is asked about */
function found(name: string, find: (graph: Graph) => ReadonlySet<string>): Group["name"] {
  let modules: ReadonlySet<string> | undefined;
  return (id, graph) => ((modules ??= find(graph)).has(id) ? name : null);
}

/** The shop's; what its forms and its ways in are made of comes as one file each, without what the lists have as well. */
export const shopChunks: Group[] = [
  {
    name: found("first", (graph) => wholeOf(graph, source("main.tsx"))),
    debugName: "first",
    priority: 2,
  },
  {
    name: "field-styles",
    test: /@mantine\/core\/styles\/(ActionIcon|Combobox|InlineInput|Input|PasswordInput)\.layer\.css/,
    priority: 3,
  },
  { name: "icon-buttons", test: /@mantine\/core\/.*\/ActionIcon\//, priority: 2 },
  // A step of the checkout has a field, and no form around it.
  {
    name: "fields",
    test: /\/src\/theme\/mantine-forms\.|@mantine\/core\/.*\/(Input|InputBase|TextInput)\/|@mantine\/hooks\/.*\/use-uncontrolled\//,
    priority: 1,
  },
  {
    name: "forms",
    test: /node_modules\/(zod|@mantine\/form|klona|fast-deep-equal)\/|\/src\/ui\/form\.|\/shared\/src\/(people\/accounts|platform\/passwords)\.ts/,
    priority: 1,
  },
  {
    name: "sign-in",
    test: /\/features\/people\/accounts\/(sign-in|accounts\.module)\.|\/src\/ui\/password-field\./,
    priority: 1,
  },
  // Loaded ahead by the first page: in forty files it would keep a slow phone from answering meanwhile.
  { name: found("checkout", checkoutOf), debugName: "checkout" },
  // Without what somebody who comes by a link does not need.
  { name: found("shared", sharedOf), debugName: "shared", priority: 1 },
  {
    name: "parts",
    test: /@mantine\/core\/.*\/(Group|Text|get-auto-contrast-value)\b/,
    priority: 1,
  },
];

/** What leads from the first page to a placed order. */
function checkoutOf(graph: Graph): ReadonlySet<string> {
  return wholeOfAll(graph, [
    "features/people/addresses/recipient-choice.tsx",
    "features/people/addresses/recipient-dialog.tsx",
    "features/sales/orders/later-steps.tsx",
    "features/sales/orders/waiting-order.tsx",
  ]);
}

/** What the checkout shares with a page that links lead to. */
function sharedOf(graph: Graph): ReadonlySet<string> {
  const others = wholeOfAll(graph, ["app/pay-pages.tsx"]);
  return new Set([...checkoutOf(graph)].filter((part) => others.has(part)));
}

function wholeOfAll(graph: Graph, parts: readonly string[]): Set<string> {
  return new Set(parts.flatMap((part) => [...wholeOf(graph, source(part))]));
}

/** 12 KB that few screens need. */
const phones = /\/shared\/src\/platform\/phones\//;
/** What so many screens share comes with the frame. */
const sharedByMany = 5;
/** Small ones that most screens have some of; each in a file of its own would be a request. */
const parts =
  /@tabler\/icons-react\/|@mantine\/core\/.*\/(Card|Divider|Flex|Image|List|Progress|SegmentedControl|SimpleGrid|Textarea|Timeline|get-base-value|get-env)\b/;

/**
 * Of members and the office: what asks for a screen and its figures, and the frame with what many screens share. Each screen
 * has a file of its own and few beside.
 */
export const officeChunks: Group[] = [
  { name: found("start", startOf), debugName: "start", priority: 3 },
  { name: found("frame", frameOf), debugName: "frame", priority: 2 },
  { name: "phones", test: phones, priority: 1 },
  { name: "parts", test: parts, minShareCount: 2 },
];

/** All that a document imports at once, without itself. */
function startOf(graph: Graph): ReadonlySet<string> {
  const entry = source("office.tsx");
  const whole = wholeOf(graph, entry);
  whole.delete(entry);
  return whole;
}

function frameOf(graph: Graph): ReadonlySet<string> {
  const loadedBy = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const shares = new Map<string, number>();
  for (const screen of ["member-screens", "office-screens"].flatMap((table) =>
    loadedBy(source(`app/${table}.ts`)),
  ))
    for (const part of wholeOf(graph, screen)) shares.set(part, (shares.get(part) ?? 0) + 1);
  const atOnce = wholeOf(graph, source("app/draw-office.tsx"));
  const alone = new Set([...atOnce, ...shares.keys()].flatMap(loadedBy));
  const common = [...shares]
    .filter(([id, count]) => count >= sharedByMany && !alone.has(id))
    .map(([id]) => id)
    .filter((id) => [...wholeOf(graph, id)].every((part) => !phones.test(part)));
  return new Set([...atOnce, ...common]);
}
