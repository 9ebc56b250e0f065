import "../theme/mantine-base.ts";
import { createRoot } from "react-dom/client";
import type { Api } from "../api/api-provider.tsx";
import { lazyPart } from "../ui/lazy-part.ts";
import { App } from "./app.tsx";
import { OfficePages } from "./office-pages.tsx";

const OrderPage = lazyPart(async () => (await import("./order-page.tsx")).OrderPage);

/** Draws the page behind the sign-in that this document was asked for, with the queries that are on their way. */
export function drawOffice(root: HTMLElement, api: Api): void {
  createRoot(root).render(<App pages={{ OrderPage, OfficePages }} api={api} />);
}
