import { useRef } from "react";
import { wasAnswered } from "./api-provider.tsx";
import { newId } from "./new-id.ts";

/**
 * The id of a command that may have to be sent again: until it is answered the same words are the same command, so that
 * pressing once more after a broken line does nothing twice. Other words are another command, and so are the same words
 * once it was done: two transfers of one amount are two, and a parcel that was taken back is booked anew.
 */
export function useCommandId(): (request: object) => string {
  const last = useRef<{ request: string; commandId: string } | null>(null);
  return (request) => {
    const text = JSON.stringify(request);
    const isSame = last.current?.request === text && !wasAnswered(last.current.commandId);
    if (!isSame || !last.current) last.current = { request: text, commandId: newId() };
    return last.current.commandId;
  };
}
