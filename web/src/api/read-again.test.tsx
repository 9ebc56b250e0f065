import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { readOnce, useReadAgain } from "./read-again.ts";

function readingFrom(answers: readonly Promise<string>[], options = {}) {
  const client = new QueryClient();
  let asked = 0;
  const queryFn = async () => (await answers[asked++]) ?? "asked too often";
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const rendered = renderHook(
    () => ({
      reading: useQuery({ queryKey: ["runs"], queryFn, ...options }),
      readAgain: useReadAgain(),
    }),
    { wrapper },
  );
  return { ...rendered, client };
}

test("a first reading that began before a change is not what the screen keeps", async () => {
  const before = Promise.withResolvers<string>();
  const { result } = readingFrom([before.promise, Promise.resolve("after the change")]);
  const again = act(() => result.current.readAgain());
  before.resolve("before the change");
  await again;
  await waitFor(() => expect(result.current.reading.data).toBe("after the change"));
});

test("a reading for a screen that was left is asked for again when that is shown next", async () => {
  const before = Promise.withResolvers<string>();
  const { result, unmount, client } = readingFrom([before.promise]);
  const { readAgain } = result.current;
  unmount();
  await readAgain();
  before.resolve("before the change");
  await waitFor(() => expect(client.getQueryState(["runs"])?.fetchStatus).toBe("idle"));
  await waitFor(() => expect(client.getQueryState(["runs"])?.isInvalidated).toBe(true));
});

test("what only its user repeats is not read again, nor interrupted", async () => {
  const answer = Promise.withResolvers<string>();
  const { result } = readingFrom([answer.promise], readOnce);
  await act(() => result.current.readAgain());
  answer.resolve("read once");
  await waitFor(() => expect(result.current.reading.data).toBe("read once"));
});
