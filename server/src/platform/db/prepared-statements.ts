import type pg from "pg";

/** Each takes some memory of every connection; what a shop does over and over is far fewer. */
const statementsMax = 400;

/**
 * Gives statements names, so that a connection has each parsed and planned once and not every time:
 * for short ones that is most of what they cost. Only for pools whose statements take the same way
 * whatever their values are: a search or a report may need another plan for each.
 */
export function prepareStatements(pool: pg.Pool): void {
  const names = new Map<string, string>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= statementsMax || hasOpenResult(text)) return known;
    const name = `portal_${names.size}`;
    names.set(text, name);
    return name;
  }

  pool.on("connect", (client) => {
    const send = client.query.bind(client);
    const sendNamed = (...asked: unknown[]): unknown => {
      const [text, values] = asked;
      const isNameable = typeof text === "string" && Array.isArray(values) && values.length > 0;
      const name = isNameable ? nameOf(text) : undefined;
      return Reflect.apply(send, undefined, name === undefined ? asked : [{ name, text, values }]);
    };
    Object.defineProperty(client, "query", { value: sendNamed });
  });
}

/** A migration that adds a column would make a prepared `select *` fail while this process still runs. */
function hasOpenResult(text: string): boolean {
  return text.includes("*");
}
