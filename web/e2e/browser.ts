import { existsSync } from "node:fs";
import sparticuz from "@sparticuz/chromium";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const installed = [
  // First, because a full browser renders its own window even without a screen.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export const phone = { width: 390, height: 844 };
export const desk = { width: 1280, height: 800 };
/** The narrowest viewport of WCAG 1.4.10. */
export const narrow = { width: 320, height: 640 };

/** Launches CHROMIUM_PATH, else an installed browser, else the one of the npm package. */
export async function openBrowser(): Promise<Browser> {
  const given = process.env["CHROMIUM_PATH"];
  const found = given ?? installed.find((path) => existsSync(path));
  if (found) return chromium.launch({ executablePath: found, args: sandboxArguments() });
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [...sparticuz.args, ...sandboxArguments()],
  });
}

/** Chromium refuses to run its sandbox as root, which is the user of tests in a container. */
function sandboxArguments(): string[] {
  const isRoot = process.getuid?.() === 0;
  return ["--disable-gpu", ...(isRoot ? ["--no-sandbox"] : [])];
}

export type Visitor = Readonly<{
  page: Page;
  context: BrowserContext;
  /** Errors of the page and its console; a journey expects none. */
  mistakes: string[];
}>;

/** Opens a page in a context of its own, without shared cookies or storage. */
export async function visit(
  browser: Browser,
  options: {
    baseUrl: string;
    viewport: { width: number; height: number };
    /** Playwright cannot intercept the responses of a service worker, so it is blocked by default. */
    hasServiceWorker?: true;
  },
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: options.baseUrl,
    viewport: options.viewport,
    reducedMotion: "reduce",
    serviceWorkers: options.hasServiceWorker ? "allow" : "block",
    locale: "en-ZA",
    timezoneId: "Africa/Johannesburg",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const mistakes: string[] = [];
  page.on("pageerror", (error) => mistakes.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") mistakes.push(`${message.text()} ${message.location().url}`);
  });
  return { page, context, mistakes };
}

/** A phone's or computer's own authenticator, whose person is always recognised. */
export async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
