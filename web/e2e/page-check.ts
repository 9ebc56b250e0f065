import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Every screen at every width: no accessibility violations, no horizontal overflow, one h1. */
export async function expectSoundPage(page: Page): Promise<void> {
  await untilStill(page);
  // Without frames, axe needs no page of its own and takes a third of the time; it calls that "legacy".
  const hasFrames = page.frames().length > 1;
  const check = new AxeBuilder({ page }).withTags(rules).setLegacyMode(!hasFrames);
  const { violations } = await check.analyze();
  // With frames axe opens a page for its results, which must not keep the keyboard focus.
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

/** The same page in dark mode, where only the contrast of text can differ. Only the office has dark mode. */
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

/** The cumulative layout shift since the page was opened, and the elements that moved. */
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
        // Buffered entries are delivered in a separate task.
        observer.observe({ type: "layout-shift", buffered: true });
        setTimeout(() => {
          observer.disconnect();
          resolve(shifts);
        }, 200);
      }),
  );
}

/** Waits until the page has loaded its code and its transitions have ended. */
async function untilStill(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  // Stale figures are dimmed and fade back; in a background page that transition never ends.
  await page.waitForFunction(() => document.querySelector("[data-stale]") === null);
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  });
}
