import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from "react";
import { isCodeReplaced } from "../load-code.ts";

/** A component whose code is loaded when it is first drawn, or before that by `prepare`. */
export type LazyPart<Props> = FunctionComponent<Props> & { prepare: () => Promise<unknown> };

/**
 * React's `lazy` for a named export: `load` imports a module and returns one of its components. What was prepared is drawn
 * at once: `lazy` suspends even if its code is there, an update at that moment takes a prerendered page away, and React
 * shows what suspended 300 ms later at the earliest. Where the code is gone with its release, the part is empty and the rest of
 * the page stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let Prepared: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  // One attempt for all who wait: the page is reloaded for missing code once, so a second attempt would fail.
  const prepare = () =>
    (loading ??= load()
      .then((Code) => (Prepared = Code))
      .finally(() => (loading = undefined)));
  const Later = lazy(async () => ({
    default: await prepare().catch((error: unknown) => {
      if (isCodeReplaced()) return Nothing;
      throw error;
    }),
  }));
  function Part(props: Props) {
    // Kept, because another component would start anew.
    const [Code] = useState<ComponentType<Props>>(() => Prepared ?? Later);
    return createElement(Code, props);
  }
  return Object.assign(Part, { prepare });
}

function Nothing() {
  return null;
}
