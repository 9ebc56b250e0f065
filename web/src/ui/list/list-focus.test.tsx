import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { DataList } from "./data-list.tsx";

const answer = {
  data: { rows: [{ id: "1" }, { id: "2" }], total: 2 },
  error: null,
  isFetching: false,
  refetch: () => {},
};

/** As the list of orders does: the columns depend on the selection, so each change recreates them. */
function Choosing() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const box = ({ id }: { id: string }) => (
    <input
      type="checkbox"
      aria-label={`Choose ${id}`}
      checked={chosen.has(id)}
      onChange={() => setChosen(new Set([...chosen, id]))}
    />
  );
  return (
    <DataList
      label="things"
      columns={[{ id: "choose", header: "Choose", onPhone: "title", cell: box }]}
      rowKey={({ id }) => id}
      answer={answer}
      empty="Nothing"
    />
  );
}

test("a control in a row keeps its identity and the focus when it changes the list", async () => {
  render(
    <MantineProvider env="test">
      <Choosing />
    </MantineProvider>,
  );
  const [one, two] = ["Choose 1", "Choose 2"].map((name) =>
    screen.getByRole<HTMLInputElement>("checkbox", { name }),
  );
  if (!one || !two) throw new Error("the list has no boxes");

  await userEvent.click(one);
  expect(document.activeElement).toBe(one);
  await userEvent.click(two);

  expect([one.checked, two.checked]).toEqual([true, true]);
});
