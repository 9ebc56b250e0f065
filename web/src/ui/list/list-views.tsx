import { ActionIcon, Box, Button, Group, Stack, Tabs, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { Form } from "../form.tsx";
import { PopoverButton } from "../popover-button.tsx";
import classes from "./list.module.css";
import { grouped } from "../../digit-groups.ts";

import { type SavedView, useSavedViews, viewsMax } from "./saved-views.ts";

/** Parameters that are not part of a saved view: the page, and open items. */
const transientParams = ["page", "order", "payout", "line", "user", "part"];
const savedPrefix = "saved:";

export type ListView<Value extends string> = Readonly<{
  value: Value;
  label: string;
  /** The number of rows; 0 is not shown. */
  count?: number | undefined;
  /** Whether there are more than that. */
  isCapped?: boolean;
  /** Their sum. */
  sum?: ReactNode;
}>;

type ViewsProps<Value extends string> = Readonly<{
  label?: string;
  views: readonly ListView<Value>[];
  chosen: Value;
  onChosen: (value: Value) => void;
}>;
/** The list's name in storage, and the user. */
type SavedProps = Readonly<{ list: string; owner: number }>;

/**
 * The views of a list as tabs: the built-in ones, the user's saved ones, and a button to save the current filters.
 *
 * @param props.saved without it there are no saved views
 */
export function ListViews<Value extends string>({
  saved,
  ...props
}: ViewsProps<Value> & { saved?: SavedProps }) {
  return saved ? <WithSavedViews {...props} saved={saved} /> : <ViewTabs {...props} />;
}

function WithSavedViews<Value extends string>(props: ViewsProps<Value> & { saved: SavedProps }) {
  const [path, navigate] = useLocation();
  const here = viewIn(useSearch());
  const saved = useSavedViews(props.saved.list, props.saved.owner);
  const current = saved.views.find(({ search }) => search !== "" && search === here);
  return (
    <ViewTabs<string>
      {...props}
      views={[
        ...props.views,
        ...saved.views.map(({ name }) => ({ value: savedPrefix + name, label: name })),
      ]}
      chosen={current ? savedPrefix + current.name : props.chosen}
      onChosen={(chosen) => {
        const view = saved.views.find(({ name }) => savedPrefix + name === chosen);
        if (view) return navigate(view.search === "" ? path : `${path}?${view.search}`);
        const own = props.views.find(({ value }) => value === chosen);
        if (own) props.onChosen(own.value);
      }}
      end={<SaveView saved={saved} here={here} />}
    />
  );
}

function ViewTabs<Value extends string>(props: ViewsProps<Value> & { end?: ReactNode }) {
  const choose = (chosen: string | null) => {
    const view = props.views.find(({ value }) => value === chosen);
    if (view) props.onChosen(view.value);
  };
  return (
    <Group gap={4} wrap="nowrap" className={classes.views ?? ""}>
      <Box flex={1} miw={0} className="sideways">
        <Tabs value={props.chosen} onChange={choose}>
          <Tabs.List aria-label={props.label ?? "Views"} className={classes.tabs ?? ""}>
            {props.views.map((view) => (
              <Tabs.Tab key={view.value} value={view.value}>
                {view.label} <Figures {...view} />
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      </Box>
      {props.end}
    </Group>
  );
}

function Figures({ count, isCapped, sum }: ListView<string>) {
  if (!count) return null;
  return (
    <Text span size="xs" c="dimmed" fw={400} className="tabular">
      {grouped(count)}
      {isCapped && "+"}
      {sum && <> · {sum}</>}
    </Text>
  );
}

/** The search part of an address without transient parameters, for comparing views. */
function viewIn(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of transientParams) params.delete(name);
  return params.toString();
}

function SaveView(props: { saved: ReturnType<typeof useSavedViews>; here: string }) {
  const { saved, here } = props;
  return (
    <PopoverButton
      place={{ position: "bottom-end", width: 300 }}
      button={(opener) => (
        <ActionIcon aria-label="Save this view" {...opener}>
          <IconPlus size={16} />
        </ActionIcon>
      )}
    >
      {(close) => (
        <Stack gap="sm">
          <NameView
            onSave={(name) => {
              saved.save({ name, search: here });
              close();
            }}
          />
          {saved.views.length > 0 && <SavedViews views={saved.views} onRemove={saved.remove} />}
        </Stack>
      )}
    </PopoverButton>
  );
}

function NameView(props: { onSave: (name: string) => void }) {
  const [name, setName] = useState("");
  const [isMissing, setMissing] = useState(false);
  return (
    <Form
      gap="xs"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === "") setMissing(true);
        else props.onSave(name.trim());
      }}
      failure={null}
    >
      <TextInput
        label="Save this view as"
        description={`Keeps its filters, sorting and columns in this browser. Up to ${viewsMax} views.`}
        maxLength={40}
        value={name}
        error={isMissing && name.trim() === "" ? "Please complete" : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" mr="auto">
        Save view
      </Button>
    </Form>
  );
}

function SavedViews(props: { views: readonly SavedView[]; onRemove: (name: string) => void }) {
  return (
    <Stack component="ul" aria-label="Saved views" gap={0} m={0} p={0}>
      {props.views.map(({ name }) => (
        <Group key={name} component="li" justify="space-between" wrap="nowrap">
          <Text size="sm" truncate>
            {name}
          </Text>
          <ActionIcon aria-label={`Delete view ${name}`} onClick={() => props.onRemove(name)}>
            <IconTrash size={16} stroke={1.7} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}
