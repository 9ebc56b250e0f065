import { act, renderHook } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { chosenWords, useChoice } from "./list-choice.tsx";

type Row = { id: string; amount: number };
const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ id, amount: 1 }));

describe("the selection of a list", () => {
  const show = (rows: Row[]) => {
    const first: { rows: Row[]; gone?: Row[] } = { rows };
    return renderHook((page: typeof first) => useChoice(page.rows, ({ id }) => id, page.gone), {
      initialProps: first,
    });
  };
  const idsIn = (choice: { chosen: readonly Row[] }) => choice.chosen.map(({ id }) => id);

  test("lasts across pages and filters, and says how many rows are elsewhere", () => {
    const { result, rerender } = show(rowsOf("a", "b"));
    act(() => result.current.choosePage(true));
    rerender({ rows: rowsOf("c", "d") });
    act(() => result.current.choose("c", true));

    expect(idsIn(result.current)).toEqual(["a", "b", "c"]);
    expect(chosenWords(result.current)).toBe("3 selected, 2 not on this page");

    rerender({ rows: rowsOf("b") });
    expect(chosenWords(result.current)).toBe("3 selected, 2 not on this page");
    act(() => result.current.choosePage(false));
    expect(idsIn(result.current)).toEqual(["a", "c"]);
    act(() => result.current.chooseNone());
    expect(idsIn(result.current)).toEqual([]);
  });

  test("has the rows of the page as they are now, without those that can no longer be selected", () => {
    const { result, rerender } = show(rowsOf("a", "b"));
    act(() => result.current.choosePage(true));
    rerender({ rows: [{ id: "a", amount: 5 }], gone: rowsOf("b") });

    expect(result.current.chosen).toEqual([{ id: "a", amount: 5 }]);
    expect(chosenWords(result.current)).toBe("1 selected");
  });

  test("takes no row that is not on the page", () => {
    const { result } = show(rowsOf("a"));
    act(() => result.current.choose("z", true));
    expect(idsIn(result.current)).toEqual([]);
  });
});
