import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Result, RunOnly } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Every screen at every width: no accessibility violations, no horizontal overflow, one h1, no amount on two lines. */
export async function expectSoundPage(page: Page): Promise<void> {
  await untilStill(page);
  const violations = await violationsOf(page, { type: "tag", values: rules });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );

  expect({
    violations: found,
    overflow,
    brokenAmounts: await brokenAmountsOf(page),
    headings: await page.locator("h1").count(),
    where: page.url(),
  }).toEqual({ violations: [], overflow: 0, brokenAmounts: [], headings: 1, where: page.url() });
}

/** The amounts of money that stand on more than one line. */
async function brokenAmountsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const amount = /[R£$]\d[\d\s,]*\.\d\d/g;
    const broken = new Array<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode;
      for (const found of (text.textContent ?? "").matchAll(amount)) {
        range.setStart(text, found.index);
        range.setEnd(text, found.index + found[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(found[0]);
      }
    }
    return broken;
  });
}

type Viewport = Readonly<{ width: number; height: number }>;

const narrower: readonly Viewport[] = [
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

/** The same page on a tablet and on a phone: neither the page nor a table of it scrolls sideways. */
export async function expectToFit(page: Page): Promise<void> {
  const usual = page.viewportSize();
  for (const viewport of narrower) {
    await page.setViewportSize(viewport);
    await untilStill(page);
    // A new width reaches the components a moment after the browser, and they then leave columns out.
    await expect
      .poll(() => cutPartsOf(page), {
        message: `Cut at ${viewport.width} px: ${page.url()}`,
        timeout: 10_000,
      })
      .toEqual([]);
  }
  if (usual) await page.setViewportSize(usual);
}

/** A new width reaches the components a moment after the browser: waits until they are drawn. */
export async function resize(page: Page, viewport: Viewport): Promise<void> {
  await page.setViewportSize(viewport);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 1000 }));
      }),
  );
  await untilStill(page);
}

/** The page and its tables, where they are wider than their place. */
async function cutPartsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const tables = document.querySelectorAll("[role=region][aria-label^='Table of']");
    return [document.documentElement, ...tables]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((part) => part.getAttribute("aria-label") ?? "page");
  });
}

/** The same page in dark mode, where only the contrast of text can differ. Only the office has dark mode. */
export async function expectSoundAtNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
  await untilStill(page);
  const violations = await violationsOf(page, { type: "rule", values: ["color-contrast"] });
  const found = violations.flatMap(({ nodes }) =>
    nodes.map(({ html, any }) => `${html.slice(0, 160)}: ${any[0]?.message}`),
  );
  expect({ found, where: page.url() }).toEqual({ found: [], where: page.url() });
  await page.emulateMedia({ colorScheme: "light" });
}

/**
 * What axe finds. Put into a page once, in its short form, and describing violations alone, it takes a third of the time.
 */
async function violationsOf(page: Page, runOnly: RunOnly): Promise<readonly Result[]> {
  // Without frames, axe needs no page of its own and takes a third of the time; it calls that "legacy".
  const hasFrames = page.frames().length > 1;
  const isThere = await page.evaluate(() => "axe" in window);
  if (!hasFrames && !isThere) await page.evaluate(axeSource);
  const check = new AxeBuilder({ page, axeSource: hasFrames ? axeSource : ";" });
  check.options({ runOnly, resultTypes: ["violations"] }).setLegacyMode(!hasFrames);
  const { violations } = await check.analyze();
  // With frames axe opens a page for its results, which must not keep the keyboard focus.
  if (hasFrames) await page.bringToFront();
  return violations;
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

/** Waits until the page has loaded its code and shows current figures. Visitors prefer no motion, so nothing fades. */
async function untilStill(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(() => document.querySelector("[data-stale]") === null);
}
