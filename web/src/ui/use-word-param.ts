import { useSearchParams } from "wouter";

/**
 * One of several words, kept in the address, so that a reload, Back and a shared link show it again. The first word is the
 * default, which the address leaves out.
 */
export function useWordParam<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): [Word, (word: Word) => void] {
  const [params, setParams] = useSearchParams();
  const [usual] = words;
  const set = (word: Word) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (word === usual) after.delete(name);
        else after.set(name, word);
        return after;
      },
      { replace: true },
    );
  return [words.find((known) => known === params.get(name)) ?? usual, set];
}
