import "./theme/mantine-base.ts";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { openAt } from "./app/navigation.ts";
import { screens } from "./app/office-pages.tsx";
import { startPage } from "./app/start-page.ts";

/**
 * The document of members and of the office (office.html); the shop's is main.tsx. It names the files of the frame, so that
 * the browser asks for them at once, and asks for the screen and its figures before it draws.
 */
const root = startPage();
createRoot(root).render(<App first={openAt(window.location, screens)} />);
