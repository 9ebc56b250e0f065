import { type MantineSpacing, Stack } from "@mantine/core";
import type { ReactNode, SubmitEventHandler } from "react";
import { ErrorNotice } from "./feedback.tsx";
import { ErrorSummary, type FieldProblems } from "./form.tsx";

export type FormBodyProps = Readonly<{
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** The problems of several fields; with a single field, its own message is enough. */
  summary?: FieldProblems;
  /** Why sending failed, without what its fields show: the `error` of `useCommand`. */
  failure: unknown;
  /** In place of the failure, where the user has to decide something. */
  notice?: ReactNode;
  gap?: MantineSpacing;
  children: ReactNode;
}>;

/** The form element of the office's forms, with what went wrong above the fields. Its buttons may be outside, by its `id`. */
export function FormBody(
  props: FormBodyProps & Readonly<{ id?: string; label?: string; labelledBy?: string }>,
) {
  const { summary, failure } = props;
  return (
    <form
      id={props.id}
      noValidate
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      onSubmit={props.onSubmit}
    >
      <Stack gap={props.gap ?? "md"}>
        {summary && <ErrorSummary {...summary} />}
        {props.notice ?? <ErrorNotice error={failure} />}
        {props.children}
      </Stack>
    </form>
  );
}
