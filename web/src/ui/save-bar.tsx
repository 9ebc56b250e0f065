import { Button, Group, Paper, Text } from "@mantine/core";
import classes from "./save-bar.module.css";

/** One bar for a whole form, at the lower edge as soon as something changed: what, and the way to keep it or not. */
export function SaveBar(props: {
  /** The id of the form that it sends. */
  form: string;
  /** The labels of the fields that changed. */
  changed: readonly string[];
  isBusy: boolean;
  /** Something new can be saved as it is, and is given up by Cancel. */
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
  return `${count}: ${changed.join(", ")}`;
}
