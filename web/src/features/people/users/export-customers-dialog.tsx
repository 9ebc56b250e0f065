import { Button, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { filePasswordHeader } from "@portal/shared/office/reports/customer-export.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { RadioField } from "../../../ui/fields.tsx";
import { takeFile } from "../../../ui/take-file.ts";

const all = "All";
const repeat = "Repeat";

/** Exports all or repeat customers as a workbook, optionally protected by a password that is shown once. */
export function ExportCustomersDialog(props: { onClose: () => void }) {
  const [who, setWho] = useState(all);
  const [isProtected, setProtected] = useState(true);
  const [bytes, setBytes] = useState(0);
  const download = useMutation({
    mutationFn: async (): Promise<Downloaded> => {
      setBytes(0);
      const repeatOnly = who === repeat;
      const password = isProtected ? newFilePassword() : null;
      const fileName = repeatOnly ? "customers-repeat.xlsx" : "customers.xlsx";
      const failure = await takeFile({
        address: `/api/customer/export?repeatCustomersOnly=${repeatOnly}`,
        fileName,
        onBytes: setBytes,
        headers: password === null ? {} : { [filePasswordHeader]: password },
      });
      if (failure !== null) throw new Error(failure);
      return { fileName, password };
    },
  });
  const { data: downloaded, error, isPending } = download;
  return (
    <ModalDialog title="Export customers" onClose={props.onClose}>
      <Stack>
        {error && (
          <Notice tone="bad" title="Export failed">
            <p>{error.message}</p>
          </Notice>
        )}
        {downloaded ? (
          <Done {...downloaded} />
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
          {isPending && progressText(bytes)}
        </Text>
        <DialogActions>
          <Button variant="default" onClick={props.onClose}>
            {downloaded ? "Close" : "Cancel"}
          </Button>
          {!downloaded && (
            <Button loading={isPending} onClick={() => download.mutate()}>
              Export
            </Button>
          )}
        </DialogActions>
      </Stack>
    </ModalDialog>
  );
}

type Downloaded = Readonly<{ fileName: string; password: string | null }>;

function Done(props: Downloaded) {
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

/** Letters and digits without those that look alike. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

/** Five groups of four characters, over 100 bits. Bytes that would bias the choice are drawn again. */
function newFilePassword(): string {
  const fair = 256 - (256 % letters.length);
  let drawn = "";
  while (drawn.length < 20) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) drawn += letters.charAt(byte % letters.length);
  }
  return drawn.replaceAll(/(.{4})(?=.)/g, "$1-");
}
