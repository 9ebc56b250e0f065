import { useRef } from "react";
import { wasAnswered } from "./api-provider.tsx";
import { newId } from "./new-id.ts";

/**
 * Adds a command id to a request. Until the request has succeeded, the same content gets the same id, so that a retry after
 * a lost answer is not carried out twice. Different content gets a new id, and so does the same content after success: two
 * transfers of the same amount are two commands.
 */
export function useCommandId(): <Request extends object>(
  request: Request,
) => Request & { commandId: string } {
  const last = useRef<{ request: string; commandId: string } | null>(null);
  return (request) => {
    const text = JSON.stringify(request);
    const isSame = last.current?.request === text && !wasAnswered(last.current.commandId);
    if (!isSame || !last.current) last.current = { request: text, commandId: newId() };
    return { ...request, commandId: last.current.commandId };
  };
}
