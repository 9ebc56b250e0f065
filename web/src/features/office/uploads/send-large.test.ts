import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendLarge } from "./send-large.ts";

const content = "a film of forty bytes, cut in the middle";
const file = new File([content], "film.mp4", { type: "video/mp4", lastModified: 7 });

type Answer = Readonly<{ takes: number; status: number; body?: object }>;
const cutAfter = (takes: number): Answer => ({ takes, status: 0 });
const saved: Answer = { takes: 100, status: 200, body: { success: true, id: 7 } };

/** A shop that keeps what arrives, and answers each PUT as it is told; `status` 0 is a lost connection. */
function aShop(answers: Answer[], asked: (() => Response)[] = []) {
  const shop = { has: "", savedId: null as number | null, deleted: 0 };
  vi.stubGlobal("fetch", async (_address: string, { method }: RequestInit = {}) => {
    if (method === "DELETE") shop.deleted += 1;
    const other = asked.shift();
    if (other) return other();
    return Response.json({ success: true, bytes: shop.has.length, savedId: shop.savedId });
  });
  vi.stubGlobal(
    "XMLHttpRequest",
    class extends EventTarget {
      upload = new EventTarget();
      status = 0;
      responseText = "";
      open() {}
      abort() {
        this.dispatchEvent(new Event("abort"));
      }
      async send(rest: Blob) {
        const answer = answers.shift() ?? saved;
        const text = await rest.text();
        const taken = text.slice(0, answer.takes);
        shop.has += taken;
        const progress = { loaded: taken.length, total: text.length };
        this.upload.dispatchEvent(Object.assign(new Event("progress"), progress));
        this.status = answer.status;
        this.responseText = JSON.stringify(answer.body);
        this.dispatchEvent(new Event(answer.status === 0 ? "error" : "load"));
      }
    },
  );
  return shop;
}

function send(abort = new AbortController(), whenCut = () => {}) {
  const seen: (number | boolean)[] = [];
  const result = sendLarge({
    file,
    words: { category: "Training Videos", title: "A film" },
    signal: abort.signal,
    onProgress: (part) => seen.push(part),
    onWaiting: (isWaiting) => {
      seen.push(isWaiting);
      if (isWaiting) whenCut();
    },
  });
  return { seen, result };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a large file continues where it was cut, and is sent once", async () => {
  const shop = aShop([cutAfter(10), cutAfter(20)]);
  const { seen, result } = send();
  expect(await result).toEqual({ id: 7 });
  expect(shop.has).toBe(content);
  expect(seen).toEqual([false, 0.25, true, false, 0.75, true, false, 1]);
});

test("a large file waits for a shop that is away or starts", async () => {
  const away = () => {
    throw new TypeError("network");
  };
  aShop(
    [],
    [away, () => new Response("", { status: 502 }), () => Response.json({}, { status: 503 })],
  );
  const { seen, result } = send();
  expect(await result).toEqual({ id: 7 });
  expect(seen).toEqual([true, true, true, false, 1]);
});

test("a large file whose answer was lost is not sent twice", async () => {
  const shop = aShop([cutAfter(100)]);
  shop.savedId = 12;
  expect(await send().result).toEqual({ id: 12 });
  expect(shop.has).toBe(content);
});

test.for([
  { status: 400, code: "upload.wrong-kind" },
  { status: 503, code: "upload.no-room" },
  { status: 429, code: "upload.quota" },
])("a large file that is refused with $code is not sent again", async ({ status, code }) => {
  aShop([{ takes: 100, status, body: { success: false, error: "Words.", code } }]);
  expect(await send().result).toEqual({ failure: "E001: Words." });
});

test("a large file that is cancelled is deleted", async () => {
  const shop = aShop([cutAfter(0)]);
  const abort = new AbortController();
  const { result } = send(abort, () => abort.abort());
  expect(await result).toHaveProperty("failure");
  expect(shop.deleted).toBe(1);
  expect(shop.has).toBe("");
});
