import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What every screen has to be, at every width: readable by everybody, never wider than the screen, one h1. */
export async function expectSoundPage(page: Page): Promise<void> {
  // A page whose code is still on its way is judged when it is there.
  await page.locator("h1").first().waitFor();
  // What is being reckoned anew is dimmed for a moment, and comes back by degrees, which a page behind others never does.
  await page.waitForFunction(() => document.querySelector("[data-stale]") === null);
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  });
  // Of a page without frames the check needs no page of its own, and takes a third of the time. "Legacy" is its word for that.
  const hasFrames = page.frames().length > 1;
  const check = new AxeBuilder({ page }).withTags(rules).setLegacyMode(!hasFrames);
  const { violations } = await check.analyze();
  // Else it puts its results together in such a page, which must not keep the keyboard.
  if (hasFrames) await page.bringToFront();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );

  expect({
    violations: found,
    overflow,
    headings: await page.locator("h1").count(),
    where: page.url(),
  }).toEqual({ violations: [], overflow: 0, headings: 1, where: page.url() });
}
