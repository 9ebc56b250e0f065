import type { TestProject } from "vitest/node";
import { migrate } from "../platform/db/migrate.ts";
import { createDatabase, databaseUrl, dropDatabase } from "./test-database.ts";
import { startTestServer } from "./test-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A superuser's url of the server that this run's databases are on. */
    serverUrl: string;
    templateName: string;
    /** Of the database with a whole shop in it, which the first file that needs one makes. */
    shopTemplateName: string;
  }
}

/** One PostgreSQL per run, and in it one database that is migrated once and then only copied. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  const templateName = `portal_template_${process.pid}`;
  const shopTemplateName = `${templateName}_shop`;
  await createDatabase(server.url, templateName);
  await migrate(databaseUrl(server.url, templateName));

  project.provide("serverUrl", server.url);
  project.provide("templateName", templateName);
  project.provide("shopTemplateName", shopTemplateName);
  return async () => {
    for (const name of [shopTemplateName, templateName]) await dropDatabase(server.url, name);
    await server.stop();
  };
}
