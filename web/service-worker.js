// What an order needs without a line: the pages and the code of the shop, as they were built together. The list is
// written by the build (service-worker-plugin.ts); nothing else is ever kept, and no answer of the server to a person.
const files = [];
const version = "";

const kept = `shop-${version}`;
/** Addresses that are no screen of the client. */
const noScreen =
  /^\/(?:api|trpc|captcha|sandbox|resources|office|statements|healthz|readyz|servez|metrics)(?:\/|$)|\/(?:credit-notes|invoices)\/|\.[^/]*$/;

self.addEventListener("install", (event) => {
  // Pages are asked for anew; files with a hash in their name may come from the browser's own cache.
  const requests = files.map(
    (file) => new Request(file, file.startsWith("/assets/") ? {} : { cache: "reload" }),
  );
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(requests)));
});

// A newer one waits until the last page of the older one is closed, so that no page loses its code.
self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

async function forgetOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith("shop-") && name !== kept);
  await Promise.all(others.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!noScreen.test(pathname)) event.respondWith(newestPage(request, pathname));
  } else if (pathname.startsWith("/assets/") && files.includes(pathname)) {
    event.respondWith(fromKept(pathname).then((found) => found ?? fetch(request)));
  }
});

/** What a proxy answers while nobody is behind it. */
const unanswered = [502, 503, 504];

/** The server has the newest page; ours is for where nobody answers. */
async function newestPage(request, pathname) {
  const answer = await fetch(request).catch((error) => error);
  if (answer instanceof Response && !unanswered.includes(answer.status)) return answer;
  const page = await fromKept(pathname === "/" ? "/" : "/shell.html");
  if (page === undefined && answer instanceof Error) throw answer;
  return page ?? answer;
}

async function fromKept(file) {
  const cache = await caches.open(kept);
  return cache.match(file, { ignoreVary: true });
}
