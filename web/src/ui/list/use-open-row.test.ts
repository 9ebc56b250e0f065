import { renderHook } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { useOpenRow } from "./use-open-row.ts";

type Row = Readonly<{ id: number; words: string }>;
const keyOf = ({ id }: Row) => String(id);
const one = { id: 1, words: "one" };
const two = { id: 2, words: "two" };

function openIn(rows: readonly Row[] | undefined, key: string | null) {
  return renderHook((props) => useOpenRow(props.key, props.rows, keyOf), {
    initialProps: { rows, key },
  });
}

describe("the row that is open over a list", () => {
  test("is the newest of what the list has", () => {
    const { result, rerender } = openIn([one, two], "1");
    expect(result.current).toBe(one);
    const changed = { ...one, words: "changed" };
    rerender({ rows: [changed, two], key: "1" });
    expect(result.current).toBe(changed);
  });

  test("stays while it is open, although an update takes it off the page", () => {
    const { result, rerender } = openIn([one, two], "1");
    rerender({ rows: [two], key: "1" });
    expect(result.current).toBe(one);
    rerender({ rows: undefined, key: "1" });
    expect(result.current).toBe(one);
  });

  test("is gone once it is closed, and never another one", () => {
    const { result, rerender } = openIn([one, two], "1");
    rerender({ rows: [two], key: null });
    expect(result.current).toBeNull();
    rerender({ rows: [two], key: "2" });
    expect(result.current).toBe(two);
    rerender({ rows: [], key: "1" });
    expect(result.current).toBeNull();
  });

  test("is none where the list never had it", () => {
    expect(openIn([two], "1").result.current).toBeNull();
    expect(openIn(undefined, "1").result.current).toBeNull();
  });
});
