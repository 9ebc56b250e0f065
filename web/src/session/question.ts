/** A promise, and what answers it: `Promise.withResolvers` for browsers that do not know it (docs/web.md). */
export function openQuestion(): {
  promise: Promise<boolean>;
  answer: (isYes: boolean) => void;
} {
  let answer: (isYes: boolean) => void = () => {};
  const promise = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  return { promise, answer };
}
