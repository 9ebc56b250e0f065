type Answer = (isYes: boolean) => void;

/** Until the promise is made, which is at once. */
const nobodyAsks: Answer = () => {};

/** A promise, and what answers it: `Promise.withResolvers` for browsers that do not know it (docs/web.md). */
export function openQuestion(): { promise: Promise<boolean>; answer: Answer } {
  let answer = nobodyAsks;
  const promise = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  return { promise, answer };
}
