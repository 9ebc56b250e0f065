import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What every screen has to be, at every width: readable by everybody, never wider than the screen, one h1. */
export async function expectSoundPage(page: Page): Promise<void> {
  await untilStill(page);
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

/** The same page at night: only the contrast of words can differ. The office alone has a night. */
export async function expectSoundAtNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
  await untilStill(page);
  const check = new AxeBuilder({ page }).withRules(["color-contrast"]).setLegacyMode();
  const { violations } = await check.analyze();
  const found = violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 160)));
  expect({ found, where: page.url() }).toEqual({ found: [], where: page.url() });
  await page.emulateMedia({ colorScheme: "light" });
}

/** How much moved of itself since the page was opened, as browsers reckon it (CLS), and what it was. */
export async function shiftsOf(page: Page): Promise<{ sum: number; moved: string[] }> {
  await untilStill(page);
  return page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        const shifts = { sum: 0, moved: new Array<string>() };
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const isOwn = "hadRecentInput" in entry && entry.hadRecentInput === false;
            if (!isOwn || !("value" in entry) || typeof entry.value !== "number") continue;
            shifts.sum += entry.value;
            const sources = "sources" in entry && Array.isArray(entry.sources) ? entry.sources : [];
            for (const { node } of sources)
              shifts.moved.push(
                node instanceof Element ? node.outerHTML.slice(0, 120) : String(node),
              );
          }
        });
        // What came before is told of at once, in a task of its own.
        observer.observe({ type: "layout-shift", buffered: true });
        setTimeout(() => {
          observer.disconnect();
          resolve(shifts);
        }, 200);
      }),
  );
}

/** A page whose code is still on its way is judged when it is there. */
async function untilStill(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  // What is being reckoned anew is dimmed for a moment, and comes back by degrees, which a page behind others never does.
  await page.waitForFunction(() => document.querySelector("[data-stale]") === null);
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  });
}
