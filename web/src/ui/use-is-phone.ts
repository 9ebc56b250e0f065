import { useMediaQuery } from "@mantine/hooks";

/** Under the specification's first breakpoint. False where there is no window to ask. */
export function useIsPhone(): boolean {
  return useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: true }) ?? false;
}
