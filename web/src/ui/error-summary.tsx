import { useEffect, useRef } from "react";
import classes from "./error-summary.module.css";

const titlePrefix = "Error: ";

/** One thing to mend: where it is and what is wrong. */
export type FieldProblem = Readonly<{ fieldId: string; message: string }>;

/**
 * What has to be mended before a form can be sent, as links to the fields. It takes the focus each time
 * that sending failed (`attempt` counts), and says so in the browser's tab.
 */
export function ErrorSummary(props: { problems: readonly FieldProblem[]; attempt: number }) {
  const box = useRef<HTMLDivElement>(null);
  const hasProblems = props.problems.length > 0;

  // every failed attempt takes the focus anew
  useEffect(() => {
    if (hasProblems) box.current?.focus();
  }, [props.attempt]);

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
    <div ref={box} className={classes.summary} tabIndex={-1} role="alert">
      <p className={classes.title}>
        {props.problems.length === 1 ? "There is a problem" : "There are some problems"}
      </p>
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
