import { type ReactNode, useEffect, useRef, useState } from "react";

/** Far enough ahead for normal scrolling. */
const margin = "300px";

/** Renders its children when the user scrolls near them: mobile data are expensive, and most users never do. */
export function LazyOnVisible(props: { children: ReactNode }) {
  const placeholder = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!placeholder.current) return;
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: margin },
    );
    watch.observe(placeholder.current);
    return () => watch.disconnect();
  }, []);
  return isNear ? props.children : <div ref={placeholder} />;
}
