import { useEffect, useState } from "react";

/** What loads within this time shows nothing at all first: a flash of grey would only make it feel slower. */
const delayMs = 150;

export function useAfterDelay(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
