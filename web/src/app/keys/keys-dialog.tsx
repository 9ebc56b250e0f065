import { Dialog } from "../../ui/dialog.tsx";
import classes from "./keys-dialog.module.css";
import { switchSingleKeys, useSingleKeys } from "./single-keys.ts";

const keys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["Ctrl K", "⌘ K"], does: "Go to a page, a person or an order" },
  { keys: ["/"], does: "Search on this page" },
  { keys: ["?"], does: "Show these keys" },
  { keys: ["Esc"], does: "Close what is open" },
  { keys: ["←", "→"], does: "Close and open people in a tree" },
  { keys: ["↑", "↓", "Home", "End"], does: "Move in a tree or a list of results" },
];

/** Which keys there are; those of one letter can be switched off here. */
export function KeysDialog(props: { onClose: () => void }) {
  const areOn = useSingleKeys();
  return (
    <Dialog title="Keys" onClose={props.onClose}>
      <dl className={classes.keys}>
        {keys.map((each) => (
          <div key={each.does} className={classes.row}>
            <dt className={classes.names}>
              {each.keys.map((name) => (
                <kbd key={name} className={classes.name}>
                  {name}
                </kbd>
              ))}
            </dt>
            <dd className={classes.does}>{each.does}</dd>
          </div>
        ))}
      </dl>
      <label className={classes.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={areOn}
          onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
        />
        Use the keys / and ?
      </label>
    </Dialog>
  );
}
