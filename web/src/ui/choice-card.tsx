import type { ReactNode } from "react";
import classes from "./choice-card.module.css";

/** A radio button as a card: the whole card can be pressed. */
export function ChoiceCard(props: {
  name: string;
  checked: boolean;
  onChosen: () => void;
  disabled?: boolean;
  title: ReactNode;
  /** At the right of the title: a price. */
  aside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <label className={`${classes.card} choice`}>
      <input
        type="radio"
        name={props.name}
        checked={props.checked}
        disabled={props.disabled}
        onChange={props.onChosen}
      />
      <span className="grow">
        <span className={`${classes.top} row spread strong`}>
          <span>{props.title}</span>
          {props.aside && <span>{props.aside}</span>}
        </span>
        {props.children && <span className={`${classes.more} quiet`}>{props.children}</span>}
      </span>
    </label>
  );
}
