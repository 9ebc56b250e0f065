import "../../theme/mantine-forms.ts";
import { Button, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog } from "../dialog.tsx";
import classes from "./list-view-dialog.module.css";
import { type SavedView, viewsMax } from "./saved-views.ts";
import type { ColumnChoice } from "./list-tools.tsx";

/** Saves how a list is seen now under a name, forgets what was saved, and chooses its columns. */
export function ListViewDialog(props: {
  saved: {
    views: readonly SavedView[];
    save: (view: SavedView) => void;
    remove: (name: string) => void;
  };
  here: string;
  columns: { choices: readonly ColumnChoice[]; toggle: (id: string) => void } | undefined;
  onClose: () => void;
}) {
  const { saved, here, columns, onClose } = props;
  return (
    <Dialog title={columns ? "Views and columns" : "Views"} onClose={onClose}>
      <div className={classes.parts}>
        <SaveView
          onSave={(name) => {
            saved.save({ name, search: here });
            onClose();
          }}
        />
        {saved.views.length > 0 && (
          <section aria-label="Saved views">
            <h3 className={classes.heading}>Saved views</h3>
            <ul className={classes.views}>
              {saved.views.map(({ name }) => (
                <li key={name} className={classes.view}>
                  {name}
                  <button
                    type="button"
                    className={classes.remove}
                    aria-label={`Forget the view ${name}`}
                    onClick={() => saved.remove(name)}
                  >
                    <IconTrash size={18} stroke={1.8} aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {columns && (
          <fieldset className={classes.columns}>
            <legend className={classes.heading}>Columns</legend>
            {columns.choices.map(({ id, header, isShown }) => (
              <label key={id} className={classes.column}>
                <input type="checkbox" checked={isShown} onChange={() => columns.toggle(id)} />
                {header}
              </label>
            ))}
          </fieldset>
        )}
      </div>
    </Dialog>
  );
}

function SaveView(props: { onSave: (name: string) => void }) {
  const [name, setName] = useState("");
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      className={classes.save}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === "") setMissing(true);
        else props.onSave(name.trim());
      }}
    >
      <TextInput
        label="Save this view as"
        description={`Its filters, sorting and columns, in this browser; up to ${viewsMax} views.`}
        maxLength={40}
        value={name}
        error={isMissing && name.trim() === "" ? "Please complete" : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit">Save</Button>
    </form>
  );
}
