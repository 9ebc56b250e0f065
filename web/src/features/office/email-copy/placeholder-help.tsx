import { type CopyRules, placeholderHelp } from "@portal/shared/office/email-copy.ts";
import classes from "./email-copy.module.css";

/** What may stand in braces in this message, and what it becomes. */
export function PlaceholderHelp(props: { rules: CopyRules }) {
  const { placeholders, required } = props.rules;
  return (
    <details className={classes.help}>
      <summary>What is filled in</summary>
      <dl>
        {placeholders.map((name) => (
          <div key={name}>
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd>
              {placeholderHelp[name]}
              {required.includes(name) && " (needed)"}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
