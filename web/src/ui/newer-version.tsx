import { Alert, Button, Group, Table, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { decimalText } from "@portal/shared/platform/money.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { reasonOf } from "../api/error-message.ts";
import { labelOfField } from "./form.tsx";

/** The saved state of an item: its version, and its values as in the form. */
type KeptVersion<Values> = Readonly<{ version: string | null; values: Values }>;

type EditedForm<Values> = Readonly<{
  values: Values;
  setValues: (values: Values) => void;
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
export function useNewerVersion<Values extends Readonly<Record<string, unknown>>>(options: {
  /** The prefix of the fields' ids. */
  name: string;
  form: EditedForm<Values>;
  kept: KeptVersion<Values>;
  failure: unknown;
  read: () => Promise<KeptVersion<Values>>;
  /** The fields of `MoneyInput` and `PercentInput`, whose numbers are shown with two decimals. */
  amounts?: readonly (keyof Values & string)[];
}) {
  const { form, name, failure, amounts = [] } = options;
  const [began, setBegan] = useState(options.kept);
  const [newer, setNewer] = useState<KeptVersion<Values> | null>(null);
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
    const mine = Object.entries(form.values).filter(([field, value]) => {
      const isBoth = newer.values[field] !== began.values[field];
      return value !== began.values[field] && !(isBoth && isTheirs);
    });
    form.resetDirty(newer.values);
    form.setValues({ ...newer.values, ...Object.fromEntries(mine) });
    setBegan(newer);
    setNewer(null);
    setSettled(failure);
  };
  const notice = newer ? (
    <NewerVersion
      changes={changesBetween(began.values, form.values, newer.values)
        .map(({ field, saved, mine, isBoth }) => {
          const isAmount = amounts.some((amount) => amount === field);
          const [savedWords, mineWords] = [wordsOf(saved, isAmount), wordsOf(mine, isAmount)];
          return { label: labelOfField(name, field), saved: savedWords, mine: mineWords, isBoth };
        })
        // Values without a field are not the user's choice, such as the region of a section of the settings.
        .filter(({ label }) => label !== "")}
      onKeepMine={() => settle(false)}
      onUseTheirs={() => settle(true)}
    />
  ) : null;
  const isSettled = isChangedMeanwhile(failure) && settled === failure;
  return { version: began.version, began: setBegan, notice: isSettled ? <></> : notice };
}

type Change = Readonly<{
  label: string;
  saved: string;
  mine: string;
  /** Both users changed the field. */
  isBoth: boolean;
}>;

/** The other user's changes, field by field. */
function changesBetween<Values extends Readonly<Record<string, unknown>>>(
  began: Values,
  mine: Values,
  saved: Values,
) {
  return Object.keys(mine).flatMap((field) => {
    const [was, own, theirs] = [began[field], mine[field], saved[field]];
    if (theirs === was || theirs === own) return [];
    return [{ field, saved: theirs, mine: own, isBoth: own !== was }];
  });
}

function wordsOf(value: unknown, isAmount: boolean): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value !== "number") return typeof value === "string" ? value : "";
  if (Number.isNaN(value)) return "";
  return isAmount ? decimalText(value) : String(value);
}

/** The newer version beside the user's input. It takes the focus, because the user is at the Save button. */
export function NewerVersion(props: {
  changes: readonly Change[];
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

function Changes(props: { changes: readonly Change[] }) {
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
