import { type ComponentType, lazy } from "react";

/** React's `lazy` for a named export: `load` imports a module and returns one of its components. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}
