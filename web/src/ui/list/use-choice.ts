import { useState } from "react";

/** Rows of a list that are chosen, to do something with all of them at once. */
export type Choice<Row> = Readonly<{
  keys: ReadonlySet<string>;
  /** Those that are chosen and in sight: nothing is done to what is not seen. */
  chosen: readonly Row[];
  choose: (key: string, isChosen: boolean) => void;
  chooseAll: () => void;
  chooseNone: () => void;
}>;

/** @param rows those in sight that may be chosen */
export function useChoice<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Choice<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const choose = (key: string, isChosen: boolean) =>
    setKeys((before) => {
      const after = new Set(before);
      if (isChosen) after.add(key);
      else after.delete(key);
      return after;
    });
  return {
    keys,
    chosen: rows.filter((row) => keys.has(keyOf(row))),
    choose,
    chooseAll: () => setKeys(new Set(rows.map(keyOf))),
    chooseNone: () => setKeys(new Set()),
  };
}
