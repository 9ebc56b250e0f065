import type { Page } from "playwright-core";
import { demoPassword } from "../../server/src/seed/demo-accounts.ts";

/** Through the address that a 401 sends people to, and back to where they wanted to go. */
export async function signIn(page: Page, email: string, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(demoPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**${path}`);
}
