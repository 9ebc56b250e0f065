import { Button, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { filePasswordHeader } from "@portal/shared/office/reports/customer-export.ts";
import { useState } from "react";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { RadioField } from "../../../ui/fields.tsx";
import { takeFile } from "./take-file.ts";

const all = "All";
const repeat = "Repeat";

/** All customers or those who came back, as a workbook, protected by a password that is shown once. */
export function ExportCustomersDialog(props: { onClose: () => void }) {
  const [who, setWho] = useState(all);
  const [isProtected, setProtected] = useState(true);
  const { start, state } = useExport();
  return (
    <ModalDialog title="Export customers" onClose={props.onClose}>
      <Stack>
        {state.failure !== null && (
          <Notice tone="bad" title="Export failed">
            <p>{state.failure}</p>
          </Notice>
        )}
        {state.done ? (
          <Done {...state.done} />
        ) : (
          <>
            <RadioField
              id="export-who"
              label="Customers"
              options={[all, repeat]}
              value={who}
              onChange={setWho}
            />
            <Text size="sm" c="dimmed">
              “Repeat” means two or more paid orders. The file never contains passwords, only
              whether one is set.
            </Text>
            <Checkbox
              label="Protect the file with a password"
              checked={isProtected}
              onChange={(event) => setProtected(event.currentTarget.checked)}
            />
          </>
        )}
        <Text size="sm" c="dimmed" aria-live="polite">
          {state.isBusy && progressText(state.bytes)}
        </Text>
        <DialogActions>
          <Button variant="default" onClick={props.onClose}>
            {state.done ? "Close" : "Cancel"}
          </Button>
          {!state.done && (
            <Button
              loading={state.isBusy}
              onClick={() => void start({ repeatOnly: who === repeat, isProtected })}
            >
              Export
            </Button>
          )}
        </DialogActions>
      </Stack>
    </ModalDialog>
  );
}

type Finished = { fileName: string; password: string | null };
type State = { isBusy: boolean; bytes: number; failure: string | null; done: Finished | null };

function useExport() {
  const [state, setState] = useState<State>({ isBusy: false, bytes: 0, failure: null, done: null });
  const start = async (asked: { repeatOnly: boolean; isProtected: boolean }) => {
    const password = asked.isProtected ? newFilePassword() : null;
    setState({ isBusy: true, bytes: 0, failure: null, done: null });
    const request = { repeatOnly: asked.repeatOnly, password };
    const onBytes = (bytes: number) => setState((before) => ({ ...before, bytes }));
    const answer = await fetchCustomers(request, onBytes);
    const done = answer.fileName === null ? null : { fileName: answer.fileName, password };
    setState({ isBusy: false, bytes: 0, failure: answer.failure, done });
  };
  return { start, state };
}

function Done(props: Finished) {
  return (
    <>
      <Notice tone="good" title={`${props.fileName} has been downloaded`}>
        {props.password === null ? null : (
          <p>
            You need this password to open the file. We show it once and do not store it. Copy it
            now.
          </p>
        )}
      </Notice>
      {props.password !== null && (
        <Group gap="sm">
          <Paper bg="var(--ground)" px="sm" py="xs">
            <Text component="code" ff="monospace" size="lg">
              {props.password}
            </Text>
          </Paper>
          <CopyButton value={props.password} what="file password" />
        </Group>
      )}
    </>
  );
}

function progressText(bytes: number): string {
  return bytes === 0 ? "Creating file…" : `${Math.ceil(bytes / 1024)} KB so far…`;
}

type Answer = Readonly<{
  /** Of the file that was saved. */
  fileName: string | null;
  failure: string | null;
}>;

/** Fetches the file and gives it to the browser's downloads; tells how many bytes came so far. */
async function fetchCustomers(
  { repeatOnly, password }: Readonly<{ repeatOnly: boolean; password: string | null }>,
  onBytes: (bytes: number) => void,
): Promise<Answer> {
  const fileName = repeatOnly ? "customers-repeat.xlsx" : "customers.xlsx";
  const failure = await takeFile({
    address: `/api/customer/export?repeatCustomersOnly=${repeatOnly}`,
    fileName,
    onBytes,
    headers: password === null ? {} : { [filePasswordHeader]: password },
  });
  return { fileName: failure === null ? fileName : null, failure };
}

/** Letters and digits that cannot be taken for one another. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

/** Five groups of four, more than a hundred bits; a letter is drawn anew where it would be uneven. */
function newFilePassword(): string {
  const fair = 256 - (256 % letters.length);
  let drawn = "";
  while (drawn.length < 20) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) drawn += letters.charAt(byte % letters.length);
  }
  return drawn.replaceAll(/(.{4})(?=.)/g, "$1-");
}
