import { type ReactNode, useEffect, useRef, useState } from "react";

/** So far ahead that what is scrolled to without haste is there when the eye is. */
const ahead = "300px";

/** What lies far below is fetched and drawn when somebody comes near it: data are dear, and most never do. */
export function LazyOnVisible(props: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: ahead },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return isNear ? props.children : <div ref={place} />;
}
