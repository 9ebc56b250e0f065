import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithApi } from "../../../testing/render.tsx";
import { ShownTestimonials } from "./shown-testimonials.tsx";

const picture = { id: 5, width: 800, height: 600, version: "abcdef012345" };

test("testimonials are shown as plain text, with a picture of fixed size", async () => {
  const words = "<b>Quick</b> & kind.";
  renderWithApi(<ShownTestimonials />, {
    testimonials: { shown: () => [{ id: 1, name: "Thandi", town: "Durban", words, picture }] },
  });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText("Thandi, Durban")).toBeTruthy();
  const face = screen.getByRole("presentation");
  expect(face.getAttribute("src")).toBe("/resources/images/5?w=96&v=abcdef012345");
  expect([face.getAttribute("width"), face.getAttribute("height")]).toEqual(["40", "40"]);
});
