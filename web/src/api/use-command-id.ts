import { useRef } from "react";
import { newId } from "./new-id.ts";

/**
 * The id of a command that may have to be sent again: the same words are the same command, so that
 * pressing once more after a broken line does nothing twice; other words are another command.
 */
export function useCommandId(): (request: object) => string {
  const last = useRef<{ request: string; commandId: string } | null>(null);
  return (request) => {
    const text = JSON.stringify(request);
    if (last.current?.request !== text) last.current = { request: text, commandId: newId() };
    return last.current.commandId;
  };
}
