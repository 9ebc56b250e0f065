import "../theme/mantine-base.ts";
import { createRoot } from "react-dom/client";
import type { Api } from "../api/api-provider.tsx";
import { App } from "./app.tsx";
// Of the same file as the frame, although it is loaded on its own in the shop's document.
import "./office-pages.tsx";
import { OfficePages } from "./screens.ts";
import { lazyPart } from "../ui/lazy-part.ts";

const OrderPage = lazyPart(async () => (await import("./order-page.tsx")).OrderPage);

/** Draws the page behind the sign-in that this document was asked for, with the queries that are on their way. */
export async function drawOffice(root: HTMLElement, api: Api): Promise<void> {
  await OfficePages.prepare();
  createRoot(root).render(<App api={api} OrderPage={OrderPage} />);
}
