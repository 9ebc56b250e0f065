import { useCallback } from "react";
import { useSearchParams } from "wouter";

/** Null and "" remove a parameter. */
export type ParamChanges = Readonly<Record<string, string | null>>;

export function withChanges(before: URLSearchParams, changes: ParamChanges): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value) after.set(name, value);
    else after.delete(name);
  }
  return after;
}

/**
 * State in the parameters of the URL, so that a reload, Back and a shared link restore it. A change replaces the history
 * entry, or adds one with "push".
 */
export function useUrlParams(): [
  URLSearchParams,
  (changes: ParamChanges, history?: "replace" | "push") => void,
] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: ParamChanges, history: "replace" | "push" = "replace") =>
      setParams((before) => withChanges(before, changes), { replace: history === "replace" }),
    [setParams],
  );
  return [params, change];
}

/** One of several words in a parameter. The first word is the default, which the URL leaves out. */
export function useWordParam<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): [Word, (word: Word) => void] {
  const [params, change] = useUrlParams();
  const [usual] = words;
  return [
    words.find((known) => known === params.get(name)) ?? usual,
    (word) => change({ [name]: word === usual ? null : word }),
  ];
}
