import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { LostLine } from "../testing/fake-api.ts";
import { renderWithApi } from "../testing/render.tsx";
import { someSettings } from "../testing/some-settings.ts";
import { Footer } from "./frame-parts.tsx";

const links = () =>
  screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
const pages = [
  ["Contact us", "/contact-us"],
  ["Shipping", "/shipping-info"],
  ["Returns", "/returns-policy"],
  ["Privacy", "/privacy-policy"],
  ["Accessibility", "/accessibility"],
];

describe("the footer", () => {
  // shows S2.49
  test("shows all contact links, always in the same order", async () => {
    renderWithApi(<Footer />, { settings: { public: () => someSettings } });
    await screen.findByText("Rhizo (Pty) Ltd, registration 2020/000000/07");
    expect(links()).toEqual([
      ["help@shop.test", "mailto:help@shop.test"],
      ["WhatsApp", "https://wa.me/27821234567"],
      ["Instagram", "https://www.instagram.com/shop"],
      ...pages,
    ]);
  });

  test("shows the default address and the pages while the server does not answer", async () => {
    renderWithApi(<Footer />, {
      settings: {
        public: () => {
          throw new LostLine();
        },
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(links()).toEqual([["orders@shop.test", "mailto:orders@shop.test"], ...pages]);
  });
});
