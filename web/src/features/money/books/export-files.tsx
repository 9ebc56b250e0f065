import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Failure } from "../../../ui/feedback.tsx";
import { saveFile } from "../../../ui/save-file.ts";

/** Asks for files and saves each; a failure stands beside the button. */
export function ExportFiles(props: {
  label: string;
  /** What could not be loaded: "the files". */
  what: string;
  ask: () => Promise<readonly Readonly<{ name: string; text: string }>[]>;
}) {
  const { ask } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function save(): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    try {
      for (const { name, text } of await ask()) saveFile(new Blob([text]), name);
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <>
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => void save()}
      >
        {props.label}
      </Button>
      {failure !== null && (
        <Failure what={props.what} error={failure} onRetry={() => void save()} />
      )}
    </>
  );
}
