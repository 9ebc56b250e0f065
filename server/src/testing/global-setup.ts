import type { TestProject } from "vitest/node";
import { migrate } from "../platform/db/migrate.ts";
import { createDatabase, databaseUrl, dropDatabase } from "./test-database.ts";
import { startTestServer } from "./test-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A superuser's URL of the server with this run's databases. */
    serverUrl: string;
    templateName: string;
    /** The template with a whole shop, which the first file that needs it creates. */
    shopTemplateName: string;
  }
}

/** One PostgreSQL per run, with a template database that is migrated once and copied for each file. */
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
