import pg from "pg";

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function createDatabase(serverUrl: string, name: string, template?: string) {
  const source = template === undefined ? "" : ` template ${pg.escapeIdentifier(template)}`;
  await administer(serverUrl, `create database ${pg.escapeIdentifier(name)}${source}`);
}

export async function dropDatabase(serverUrl: string, name: string) {
  await administer(serverUrl, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
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
