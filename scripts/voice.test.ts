import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { type Node, parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { root } from "./run-program.ts";

/** The folders with texts for users. */
const roots = ["shared/src", "server/src", "scripts", "web/public", "web/src"];

/** Excluded words (docs/glossary.md, "Texts"), and their replacements. */
const banned: readonly (readonly [words: RegExp, say: string])[] = [
  [/\breckon\w*/i, "calculate"],
  [/\b(some|no|every|any)body\b|\bwhoever\b/i, "someone, no one, everyone, anyone"],
  [/(?<!Royal )\bmails?\b(?! server)/i, "email"],
  [/\bany more\b/i, "no longer"],
  [/\bmeanwhile\b|\banew\b/i, "since, again"],
  [/\bby itself\b/i, "automatically"],
  [/\bat once\b/i, "now, immediately"],
  [/\b(give|given|gives|gave|take|taken|takes|took) back\b/i, "refund, reverse, cancel"],
  [/\bpaid too much\b|\bstill to pay\b/i, "overpaid, amount due"],
  [/\bbank lines?\b/i, "bank transaction"],
  [/\bpayment batch(es)?\b/i, "payout batch"],
  [/\btracking references?\b/i, "tracking number"],
  [/\bconsignments?\b|\baddressees?\b/i, "shipment, recipient"],
  [/\bverdict\b/i, "result"],
  [/\bmaturing\b/i, "waiting period"],
  [/\bsecond person\b/i, "second approval"],
  [/\bsecond admin\b/i, "second approval"],
  [/\bhouse (account|sale)s?\b|^House$/i, "no seller, no parent"],
  [/\btax pack\b|\bfrozen\b/i, "statement, tax year, closed"],
  [/\bplan lab\b|\bceiling\b/i, "test a plan, commission limit"],
  [/\bsimulat\w+/i, "test a plan"],
  [/\bthe books\b|\ba replay\b|\blaws of money\b/i, "figures, ledger, money checks"],
  [/\berased? for good\b/i, "erase permanently"],
  [/\bimpersonat\w+/i, "sign in as"],
  [/\bwhat for\b/i, "type"],
  [/\bper cent\b|[\d\uFFFC][ \u00a0]%/i, "5%"],
  [/\w\(s\)/, "both plurals"],
  [/\p{L} …/u, "an ellipsis without a space before it"],
];

const allowed: readonly RegExp[] = [
  // The name of a command.
  /\bsimulate --plan\b/,
  // Stored names in audit entries.
  /^(bank line|payment batch) \uFFFC$/,
];

type Text = Readonly<{ text: string; at: number }>;

/** Strings that users do not see: types, modules, SQL, internal errors, the log. */
function isHidden(node: Node): boolean {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "TSLiteralType":
    case "TaggedTemplateExpression":
      return true;
    case "NewExpression":
      return node.callee.type === "Identifier" && /^(Type|Range)?Error$/.test(node.callee.name);
    case "CallExpression":
      return (
        node.callee.type === "MemberExpression" &&
        /\blog(ger)?\b/i.test(nameOf(node.callee.object)) &&
        /^(trace|debug|info|warn|error|fatal)$/.test(nameOf(node.callee.property))
      );
    default:
      return false;
  }
}

function nameOf(node: Node): string {
  if (node.type === "Identifier") return node.name;
  return node.type === "MemberExpression" ? nameOf(node.property) : "";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** The texts of one file; each template substitution is replaced by a placeholder character. */
function textsIn(file: string, source: string): Text[] {
  const texts: Text[] = [];
  const add = (text: string, { start }: Node) => {
    const isSql = /^\s*(select|insert|update|delete|with|create|alter)\b|^\S+ as \S+$/i.test(text);
    const isProse = /\S\s+\S/.test(text) || /^[A-Z]/.test(text);
    if (isProse && !isSql) texts.push({ text: text.trim().replaceAll(/\s+/g, " "), at: start });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value) || isHidden(value)) return;
    if (value.type === "Literal" && typeof value.value === "string") add(value.value, value);
    if (value.type === "JSXText") add(value.value, value);
    if (value.type === "TemplateLiteral")
      add(value.quasis.map((quasi) => quasi.value.cooked ?? "").join("\uFFFC"), value);
    const isKeyRead = "computed" in value && value.computed;
    for (const [name, child] of Object.entries(value))
      if (name !== "key" || isKeyRead) visit(child);
  };
  visit(parseSync(file, source).program);
  return texts;
}

async function saidWrongly(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root })) {
    if (/\.(test|d)\.|\/(testing|golden)\/|-test\.ts/.test(file)) continue;
    const source = await readFile(path.join(root, file), "utf8");
    for (const { text, at } of textsIn(file, source)) {
      if (allowed.some((words) => words.test(text))) continue;
      const rule = banned.find(([words]) => words.test(text));
      const line = source.slice(0, at).split("\n").length;
      if (rule) found.push(`${file}:${line}: ${text} (say: ${rule[1]})`);
    }
  }
  return found;
}

test.each(roots)("texts in %s use no term that the glossary excludes", async (folder) => {
  expect(await saidWrongly(folder)).toEqual([]);
});

test.each([
  [`label = "A mail to somebody"`, ["A mail to somebody"]],
  ["title = `${n} order(s)`", ["\uFFFC order(s)"]],
  [`throw new Error("nobody is there")`, []],
  [`log.warn({}, "nobody is there")`, []],
  [`// nobody is there\nkey = { "nobody is there": 1 }`, []],
])("of %s it reads %j", (source, texts) => {
  expect(textsIn("a.ts", source).map(({ text }) => text)).toEqual(texts);
});
