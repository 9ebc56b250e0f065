import { wouldReloadLoseWork } from "./session/unsaved-work.ts";

const watchers = new Set<() => void>();
let missing = 0;
let isReplaced = false;

/** Whether some part of the page waits for code that could not be loaded. */
export function isCodeMissing(): boolean {
  return missing > 0;
}

/** Whether some code of this page is gone with its release, and the page stays for what was typed on it. */
export function isCodeReplaced(): boolean {
  return isReplaced;
}

export function watchMissingCode(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/**
 * Every `import()` of the built client goes through this function (code-plugin.ts), with the other files that the chunk
 * needs. Without a connection it waits for one, so that an import is late but does not fail. If a chunk is missing although
 * the server answers, a newer release has replaced it, and the page is reloaded; where that would lose what was typed, the
 * import fails and the page says so.
 */
export async function loadCode<Code>(
  load: () => Promise<Code>,
  files: readonly string[] = [],
): Promise<Code> {
  const take = async () => {
    await Promise.all(files.map((file) => fetchFile(file)));
    return load();
  };
  try {
    return await take();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  count(1);
  try {
    await untilAnswered();
    return await take();
  } catch (error) {
    if (!isMissing(error)) throw error;
    isReplaced = wouldReloadLoseWork();
    if (isReplaced || !mayReload()) throw error;
    window.location.reload();
    return await new Promise<never>(() => {});
  } finally {
    count(-1);
  }
}

function count(more: number): void {
  missing += more;
  for (const onChange of watchers) onChange();
}

/** The messages of Chromium, Firefox and Safari, and of `fetchFile` for styles. Errors of the code itself have others. */
function isMissing(error: unknown): boolean {
  return /dynamically imported|importing a module|missing styles/i.test(String(error));
}

/** Retries when the browser is online again, and every few seconds. */
async function untilAnswered(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => {
      window.addEventListener("online", resolve, { once: true });
      setTimeout(resolve, 3000);
    });
    const answer = await fetch("/icon.svg", { method: "HEAD", cache: "no-store" }).catch(
      () => null,
    );
    if (answer) return;
  }
}

const reloadedKey = "reloaded-for-code";

/** At most once a minute: if a reload does not help, the page shows the error. */
function mayReload(): boolean {
  try {
    const isTooSoon = Date.now() - Number(sessionStorage.getItem(reloadedKey)) < 60_000;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    return !isTooSoon;
  } catch {
    return false;
  }
}

const asked = new Map<string, Promise<unknown>>();

/** Scripts are only preloaded; styles are awaited, so that they apply before the code renders. */
async function fetchFile(file: string): Promise<unknown> {
  const isStyle = file.endsWith(".css");
  const known = asked.get(file);
  if (known) return isStyle ? known : undefined;
  const link = document.createElement("link");
  link.rel = isStyle ? "stylesheet" : "modulepreload";
  link.crossOrigin = "";
  link.href = `/${file}`;
  if (document.querySelector(`link[rel="${link.rel}"][href="/${file}"]`)) return undefined;
  const fetched = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      asked.delete(file);
      link.remove();
      if (isStyle) reject(new Error("missing styles"));
    });
  });
  asked.set(file, fetched);
  document.head.append(link);
  return isStyle ? fetched : undefined;
}
