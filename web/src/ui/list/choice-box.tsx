import classes from "./choice-box.module.css";
import type { Choice } from "./use-choice.ts";

/** The box by which a row is chosen. @param props.name what the row is: "order 12" */
export function ChoiceBox<Row>(props: { choice: Choice<Row>; rowKey: string; name: string }) {
  const { choice, rowKey } = props;
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={`Choose ${props.name}`}
      checked={choice.keys.has(rowKey)}
      onChange={(event) => choice.choose(rowKey, event.currentTarget.checked)}
    />
  );
}
