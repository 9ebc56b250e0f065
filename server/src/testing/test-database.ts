import pg from "pg";

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Copies the template's files, which takes a third of what writing its pages to the log would. */
export async function createDatabase(serverUrl: string, name: string, template?: string) {
  const source =
    template === undefined ? "" : ` template ${pg.escapeIdentifier(template)} strategy file_copy`;
  await administer(serverUrl, `create database ${pg.escapeIdentifier(name)}${source}`);
}

export async function dropDatabase(serverUrl: string, name: string) {
  await administer(serverUrl, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

/** Creates a template database once across processes; it gets its name when `fill` is done. */
export async function createTemplateOnce(
  serverUrl: string,
  name: string,
  { from, fill }: { from: string; fill: (url: string) => Promise<void> },
): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const found = await client.query("select from pg_database where datname = $1", [name]);
    if (found.rowCount) return;
    const unfinished = `${name}_unfinished`;
    await dropDatabase(serverUrl, unfinished);
    await createDatabase(serverUrl, unfinished, from);
    await fill(databaseUrl(serverUrl, unfinished));
    const [before, after] = [unfinished, name].map((each) => pg.escapeIdentifier(each));
    await client.query(`alter database ${before} rename to ${after}`);
  } finally {
    await client.end();
  }
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
