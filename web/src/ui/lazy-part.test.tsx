// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { describe, expect, test } from "vitest";
import { lazyPart } from "./lazy-part.ts";

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}

describe("a part whose code is loaded later", () => {
  test("shows the fallback until the code is there", async () => {
    const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
    const Part = lazyPart(() => promise);
    render(<Part name="Thandi" />, { wrapper: WithFallback });
    expect(screen.getByText("Loading")).toBeTruthy();
    resolve(Greeting);
    expect(await screen.findByText("Hello Thandi")).toBeTruthy();
  });

  test("is drawn at once, without the fallback, if its code was prepared", async () => {
    const fallbacks: string[] = [];
    let loads = 0;
    const Part = lazyPart(async () => {
      loads++;
      return Greeting;
    });
    await Part.prepare();
    render(
      <Suspense fallback={<Told to={fallbacks} />}>
        <Part name="Thandi" />
      </Suspense>,
    );
    expect(screen.getByText("Hello Thandi")).toBeTruthy();
    expect({ fallbacks, loads }).toEqual({ fallbacks: [], loads: 1 });
  });
});

function WithFallback({ children }: { children: React.ReactNode }) {
  return <Suspense fallback={<p>Loading</p>}>{children}</Suspense>;
}

function Told({ to }: { to: string[] }) {
  to.push("shown");
  return null;
}
