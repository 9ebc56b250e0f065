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
const screen = openAt(window.location, screens);
const answered = askFirst(api, screen.ask);
const { drawOffice } = await import("./app/draw-office.tsx");
// The page is drawn once, with its figures. Drawn without them, it would be drawn twice, and React would keep what waits for
// 300 ms. Without an answer it says what it waits for.
const late = new Promise((resolve) => setTimeout(resolve, 500));
await Promise.race([Promise.all([answered, screen.code]), late]);
drawOffice(root, api);
