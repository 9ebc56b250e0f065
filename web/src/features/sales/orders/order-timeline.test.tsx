import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithApi } from "../../../testing/render.tsx";
import { anOrderDetail } from "../../../testing/some-data.ts";
import { OrderTimeline } from "./order-timeline.tsx";

test("lists events, emails and notifications of an order together, newest first", () => {
  renderWithApi(<OrderTimeline order={anOrderDetail} />, {});
  const items = screen.getAllByRole("listitem");
  const at = items.map((item) => item.querySelector("time")?.getAttribute("datetime") ?? "");
  expect(at).toEqual([...at].toSorted().toReversed());
  expect(items).toHaveLength(
    anOrderDetail.steps.length + anOrderDetail.mails.length + anOrderDetail.news.length,
  );
  expect(items[0]?.textContent).toMatch(/^Delivered.*, courier$/);
  for (const words of [
    /^Email: “Order paid”.*, sent/,
    /^Card notification: complete.*, applied, view notification$/,
  ])
    expect(items.some(({ textContent }) => words.test(textContent ?? ""))).toBe(true);
});
