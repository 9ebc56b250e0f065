import { askFirst, createApi } from "./api/api-provider.tsx";
import { openAt } from "./app/navigation.ts";
import { screens } from "./app/signed-in-screens.ts";
import { startPage } from "./app/start-page.ts";
import { sessionWatch } from "./session/session-watch.ts";

/**
 * The document of members and of the office (office.html); the shop's is main.tsx. Of the files that it names, this one comes
 * first: it asks for the screen and its figures while the frame, which draws them, is still on its way.
 */
const root = startPage();
const api = createApi(sessionWatch);
askFirst(api, openAt(window.location, screens));
const { drawOffice } = await import("./app/draw-office.tsx");
drawOffice(root, api);
