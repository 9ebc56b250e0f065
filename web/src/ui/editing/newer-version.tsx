import { Alert, Button, Group, Table, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { ticked } from "@portal/shared/platform/editing.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { reasonOf } from "../../api/error-message.ts";
import { labelOfField } from "../form.tsx";

type Texts = Readonly<Record<string, string>>;
/** The saved state of an item: its version, and its values as texts of the form. */
export type KeptVersion = Readonly<{ version: string | null; texts: Texts }>;

type EditedForm<Values extends Texts> = Readonly<{
  values: Values;
  setValues: (values: Record<string, string>) => void;
  resetDirty: (values: Values) => void;
}>;

/** The server refused a stale version: another user has saved since this edit began. */
export function isChangedMeanwhile(failure: unknown): boolean {
  return reasonOf(failure) === "edit.changed-meanwhile";
}

/**
 * Optimistic concurrency of the office's forms. An edit is sent with the version that it is based on; if the server has a
 * newer one, it is read and shown beside the user's input, and the user chooses before anything is saved.
 *
 * @returns `version` to send, `notice` to show above the fields, and `began` to call with what was saved
 */
export function useNewerVersion<Values extends Texts>(options: {
  /** The prefix of the fields' ids. */
  name: string;
  form: EditedForm<Values>;
  kept: KeptVersion;
  failure: unknown;
  read: () => Promise<KeptVersion>;
}) {
  const { form, name, failure } = options;
  const [began, setBegan] = useState(options.kept);
  const [newer, setNewer] = useState<KeptVersion | null>(null);
  const [settled, setSettled] = useState<unknown>(null);
  useEffect(() => {
    if (!isChangedMeanwhile(failure)) return;
    let isCurrent = true;
    void options.read().then(
      (found) => isCurrent && setNewer(found),
      // The refusal is shown already, and saving again repeats this.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
    // Once for each refusal.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failure]);

  const settle = (isTheirs: boolean) => {
    if (!newer) return;
    const mine = Object.entries(form.values).filter(([field, text]) => {
      const isBoth = newer.texts[field] !== began.texts[field];
      return text !== began.texts[field] && !(isBoth && isTheirs);
    });
    form.resetDirty({ ...form.values, ...newer.texts });
    form.setValues({ ...newer.texts, ...Object.fromEntries(mine) });
    setBegan(newer);
    setNewer(null);
    setSettled(failure);
  };
  const notice = newer ? (
    <NewerVersion
      changes={changesBetween(began.texts, form.values, newer.texts)
        .map((change) => ({ ...change, label: labelOfField(name, change.field) }))
        // Values without a field are not the user's choice, such as the day of the last change.
        .filter(({ label }) => label !== "")}
      onKeepMine={() => settle(false)}
      onUseTheirs={() => settle(true)}
    />
  ) : null;
  const isSettled = isChangedMeanwhile(failure) && settled === failure;
  return { version: began.version, began: setBegan, notice: isSettled ? <></> : notice };
}

type Change = Readonly<{
  saved: string;
  mine: string;
  /** Both users changed the field. */
  isBoth: boolean;
}>;

/** The other user's changes, field by field. */
function changesBetween(began: Texts, mine: Texts, saved: Texts) {
  return Object.keys(mine).flatMap((field) => {
    const [was = "", own = "", theirs = was] = [began[field], mine[field], saved[field]];
    if (theirs === was || theirs === own) return [];
    const isTick = [was, own, theirs].includes(ticked);
    const shown = (text: string) => (isTick ? (text === ticked ? "Yes" : "No") : text);
    return [
      { field, saved: shown(theirs), mine: own === was ? shown(own) : own, isBoth: own !== was },
    ];
  });
}

/** The newer version beside the user's input. It takes the focus, because the user is at the Save button. */
export function NewerVersion(props: {
  changes: readonly (Change & Readonly<{ label: string }>)[];
  onKeepMine: () => void;
  onUseTheirs: () => void;
}) {
  const { changes } = props;
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.focus(), []);
  const hasChoice = changes.some(({ isBoth }) => isBoth);
  return (
    <Alert
      ref={shown}
      tabIndex={-1}
      role="alert"
      variant="light"
      color="amber"
      p="sm"
      title="Someone else has changed this"
      icon={<IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" />}
    >
      <Text size="sm">
        {hasChoice
          ? "Nothing of yours is lost or saved yet. Choose which to keep, then save."
          : "Nothing of yours is lost or saved yet. Take over their changes, then save."}
      </Text>
      {changes.length > 0 && <Changes changes={changes} />}
      <Group gap="xs" mt="xs">
        {hasChoice && (
          <Button variant="default" onClick={props.onUseTheirs}>
            Use saved version
          </Button>
        )}
        <Button variant="default" onClick={props.onKeepMine}>
          {hasChoice ? "Keep my changes" : "Take over changes"}
        </Button>
      </Group>
    </Alert>
  );
}

function Changes(props: { changes: readonly (Change & Readonly<{ label: string }>)[] }) {
  return (
    <Table.ScrollContainer minWidth={0} type="native">
      <Table layout="fixed" mt="xs" verticalSpacing={4} highlightOnHover={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Saved</Table.Th>
            <Table.Th>Yours</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.changes.map(({ label, saved, mine }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={550}>
                {label}
              </Table.Th>
              <Cell>{saved}</Cell>
              <Cell>{mine}</Cell>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Cell(props: { children: string }): ReactNode {
  return (
    <Table.Td style={{ overflowWrap: "anywhere" }}>
      <Text size="sm" inherit lineClamp={6}>
        {props.children === "" ? "–" : props.children}
      </Text>
    </Table.Td>
  );
}
