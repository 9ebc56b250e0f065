import { useRef } from "react";
import { besideFields, fieldErrors } from "../api/error-message.ts";
import { useReadAgain } from "../api/read-again.ts";
import { useCommandId } from "../api/use-command-id.ts";
import { showToast } from "./feedback.tsx";

type Procedure<Input, Output> = Readonly<{
  useMutation: (options: {
    onSuccess: (answer: Output, sent: Input) => unknown;
    onError: (error: unknown, sent: Input) => void;
    onSettled: () => void;
  }) => Readonly<{
    mutate: (input: Input, options?: Readonly<{ onSuccess: (answer: Output) => unknown }>) => void;
    data: Output | undefined;
    variables: Input | undefined;
    error: unknown;
    isPending: boolean;
    reset: () => void;
  }>;
}>;

type Base<Input, Output> = Readonly<{
  /** The toast of a success; none where it is missing or null. */
  done?: string | ((answer: Output, sent: Input) => string | null);
  /** The form whose fields show the server's refusals. */
  form?: { showErrors: (errors: Record<string, string>) => void };
  /** After a success, when the screen has been read again: closes the dialog, for instance. */
  onDone?: (answer: Output, sent: Input) => unknown;
  onError?: (error: unknown, sent: Input) => unknown;
}>;

type Options<Input, Output> = Base<Input, Output> &
  (Input extends { commandId: string }
    ? { repeatable?: never }
    : "commandId" extends keyof Input
      ? { repeatable?: true }
      : { repeatable: true });

type Command<Input, Output> = Readonly<{
  /** `onDone` is for this sending alone, after that of the options. */
  send: (
    typed: "commandId" extends keyof Input ? Omit<Input, "commandId"> : Input,
    onDone?: (answer: Output) => unknown,
  ) => void;
  data: Output | undefined;
  /** What was sent last. */
  variables: Input | undefined;
  /** Why it failed; null where the form shows it beside its fields. */
  error: unknown;
  isPending: boolean;
  reset: () => void;
}>;

/**
 * A change that a user asks for. It gets its command id, is not sent twice at once, shows refused fields in its form, and
 * after a success reads again what is on the screen, then shows a toast and calls `onDone`. A question to the server, and
 * whatever signs in or out, is a plain `useMutation`.
 *
 * @param options.repeatable for a procedure without a command id, whose repetition changes nothing
 */
export function useCommand<Input, Output>(
  procedure: Procedure<Input, Output>,
  options: Options<Input, Output>,
): Command<Input, Output>;
export function useCommand(
  procedure: Procedure<object, unknown>,
  options: Base<object, unknown> & { repeatable?: true },
): Command<object, unknown> {
  const withCommandId = useCommandId();
  const readScreenAgain = useReadAgain();
  const isSending = useRef(false);
  const { done, form, onDone, onError, repeatable } = options;
  // oxlint-disable-next-line react/hooks -- a dialog names one procedure and keeps it
  const mutation = procedure.useMutation({
    onSuccess: async (answer, sent) => {
      await readScreenAgain();
      const words = typeof done === "function" ? done(answer, sent) : done;
      if (words) showToast(words);
      await onDone?.(answer, sent);
    },
    onError: (error, sent) => {
      form?.showErrors(fieldErrors(error));
      onError?.(error, sent);
    },
    onSettled: () => {
      isSending.current = false;
    },
  });
  const send = (typed: object, onSuccess?: (answer: unknown) => unknown) => {
    if (isSending.current) return;
    isSending.current = true;
    mutation.mutate(repeatable ? typed : withCommandId(typed), onSuccess && { onSuccess });
  };
  const { data, variables, isPending, reset } = mutation;
  const error = form ? besideFields(mutation.error) : mutation.error;
  return { send, data, variables, error, isPending, reset };
}
