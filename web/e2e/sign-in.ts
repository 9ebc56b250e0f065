import type { Page } from "playwright-core";
import { demoPassword } from "../../server/src/edges/demo/demo-people.ts";

/** From the page that asks for it, or from the sign-in page where one is already; and back from there. */
export async function signIn(page: Page, email: string, path: string | null): Promise<void> {
  if (path !== null) await page.goto(path);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(demoPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
  if (path !== null) await page.waitForURL(`**${path}`);
}
