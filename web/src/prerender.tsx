import { prerenderToNodeStream } from "react-dom/static";
import { App } from "./app/app.tsx";

/** The home page as it looks before anybody has answered: what stands in the HTML that is sent. */
export async function renderHome(): Promise<string> {
  // Never in pieces that an inline script would put together: the page allows no such script.
  const { prelude } = await prerenderToNodeStream(<App ssrPath="/" />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  let html = "";
  for await (const part of prelude) html += String(part);
  return html;
}
