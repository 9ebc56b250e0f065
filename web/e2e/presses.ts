import type { Locator, Page } from "playwright-core";

const typed =
  "input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [readonly], [aria-haspopup]), textarea";

/**
 * In every form of the page, from every field with something unusable in it: the send button is pressed, slowly. Nothing is
 * sent.
 *
 * @returns the number of presses, and the fields from which the press did not reach the button
 */
export async function pressFromEveryField(
  page: Page,
): Promise<{ pressed: number; lost: readonly string[] }> {
  await page.evaluate(() => {
    window.addEventListener(
      "click",
      (event) => {
        const target = event.target instanceof Element ? event.target : null;
        if (!target?.closest("button[type=submit]")) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        document.documentElement.dataset["pressed"] = "yes";
      },
      { capture: true },
    );
  });
  const lost: string[] = [];
  let pressed = 0;
  for (const form of await page.locator("form:visible").all()) {
    const button = form.locator("button[type=submit]:visible:enabled").last();
    if ((await button.count()) === 0) continue;
    for (const field of await form.locator(typed).all()) {
      if (!(await field.isVisible()) || !(await field.isEditable())) continue;
      pressed++;
      if (!(await pressReaches(page, field, button)))
        lost.push(`${page.url()} ${await nameOf(field)}`);
    }
  }
  return { pressed, lost };
}

async function pressReaches(page: Page, field: Locator, button: Locator): Promise<boolean> {
  await page.evaluate(() => delete document.documentElement.dataset["pressed"]);
  await field.focus();
  await page.keyboard.type("?");
  // Not to be pressed with this in the field.
  if ((await button.count()) === 0) return true;
  // Waits until the button no longer moves, as where what the page asked for comes late.
  await button.hover();
  await page.mouse.down();
  await page.evaluate(twoFrames);
  await page.mouse.up();
  return page.evaluate(() => document.documentElement.dataset["pressed"] === "yes");
}

/** Long enough for a message to appear and move what stands below it. */
async function twoFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame++)
    await new Promise((resolve) => requestAnimationFrame(resolve));
}

function nameOf(field: Locator): Promise<string> {
  return field.evaluate((input) => input.id || input.getAttribute("name") || input.outerHTML);
}
