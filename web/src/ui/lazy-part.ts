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
  const Later = lazy(async () => ({
    default: await load().catch((error: unknown) => {
      if (isCodeReplaced()) return Nothing;
      throw error;
    }),
  }));
  let Prepared: ComponentType<Props> | undefined;
  function Part(props: Props) {
    // Kept, because another component would start anew.
    const [Code] = useState<ComponentType<Props>>(() => Prepared ?? Later);
    return createElement(Code, props);
  }
  const prepare = async () => (Prepared = await load());
  return Object.assign(Part, { prepare });
}

function Nothing() {
  return null;
}
