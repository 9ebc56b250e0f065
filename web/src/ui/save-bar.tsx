import { Button, Group, Paper, Text } from "@mantine/core";
import classes from "./save-bar.module.css";

/** A bar at the lower edge while a form has unsaved changes, with their names, Discard and Save. */
export function SaveBar(props: {
  /** The id of the form. */
  form: string;
  /** The labels of the fields that changed; empty for one that is hidden. */
  changed: readonly string[];
  isBusy: boolean;
  /** For a new item the bar is always shown, with Cancel. */
  isNew?: boolean;
  onDiscard: () => void;
}) {
  const { changed, isNew = false } = props;
  const isShown = isNew || changed.length > 0;
  return (
    <div role="status" className={classes.place}>
      {isShown && (
        <Paper withBorder shadow="md" p="sm">
          <Group justify="space-between" gap="xs">
            <Text size="sm" flex="1 1 240px">
              {isNew ? "Not saved yet" : whatChanged(changed)}
            </Text>
            <Group gap="xs" ml="auto">
              <Button variant="default" onClick={props.onDiscard}>
                {isNew ? "Cancel" : "Discard"}
              </Button>
              <Button type="submit" form={props.form} loading={props.isBusy}>
                Save
              </Button>
            </Group>
          </Group>
        </Paper>
      )}
    </div>
  );
}

function whatChanged(changed: readonly string[]): string {
  const count = changed.length === 1 ? "1 change" : `${changed.length} changes`;
  const named = changed.filter((label) => label !== "");
  return named.length === 0 ? count : `${count}: ${named.join(", ")}`;
}
