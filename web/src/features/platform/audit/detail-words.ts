import { plainAmount } from "../../../ui/amount.ts";

const names: Readonly<Record<string, string>> = {
  paidOn: "paid on",
  receivedOn: "received on",
  parentId: "parent",
  sellerId: "seller",
  orderId: "order",
};

/** "reason: asked by phone; paid on: 2026-03-09": what was written down of a thing that was done. */
export function detailWords(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => changesOf(value) ?? `${nameOf(name)}: ${valueOf(name, value)}`)
    .join("; ");
}

/** "margin: 25% to 26%" for what holds both; null for everything else. */
function changesOf(value: unknown): string | null {
  if (!isObject(value)) return null;
  const { before, after, ...more } = value;
  if (!isObject(before) || !isObject(after) || Object.keys(more).length > 0) return null;
  return Object.keys(after)
    .map((name) => ({ name, was: valueOf(name, before[name]), is: valueOf(name, after[name]) }))
    .filter(({ was, is }) => was !== is)
    .map(({ name, was, is }) => `${nameOf(name)}: ${was} to ${is}`)
    .join("; ");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** "stockistMargin" is "stockist margin"; the unit stands with the value. */
function nameOf(name: string): string {
  const words = name.replace(/Bps$/, "").replace(/([a-z])([A-Z])/g, "$1 $2");
  return names[name] ?? words.toLowerCase();
}

function valueOf(name: string, value: unknown): string {
  if (typeof value === "number" && /amount$/i.test(name)) return plainAmount(value);
  if (typeof value === "number" && name.endsWith("Bps")) return `${value / 100}%`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => valueOf(name, one)).join(", ");
  return typeof value === "string" || typeof value === "number"
    ? String(value)
    : (JSON.stringify(value) ?? "nothing");
}
