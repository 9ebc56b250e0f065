import { useEffect } from "react";
import classes from "./error-summary.module.css";

const titlePrefix = "Error: ";

/** One thing to mend: where it is and what is wrong. */
export type FieldProblem = Readonly<{ fieldId: string; message: string }>;

/**
 * What has to be mended before a form can be sent, as links to the fields; the browser's tab says it
 * too. The form puts the focus here each time that sending failed.
 */
export function ErrorSummary(props: {
  id: string;
  problems: readonly FieldProblem[];
  /** In place of "There are some problems". */
  title?: string;
}) {
  const hasProblems = props.problems.length > 0;
  const counted = props.problems.length === 1 ? "There is a problem" : "There are some problems";

  useEffect(() => {
    if (!hasProblems) return;
    const { title } = document;
    document.title = titlePrefix + title;
    return () => {
      document.title = title;
    };
  }, [hasProblems]);

  if (!hasProblems) return null;
  return (
    <div id={props.id} className={classes.summary} tabIndex={-1} role="alert">
      <p className={classes.title}>{props.title ?? counted}</p>
      <ul className={classes.list}>
        {props.problems.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId)?.focus();
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
