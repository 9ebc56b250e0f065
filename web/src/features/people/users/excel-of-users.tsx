import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { takeFile } from "./take-file.ts";

/** People as a workbook; asks for the password first where it was not typed lately. */
export function ExcelOfUsers(props: {
  name: string;
  address: string;
  onFailure: (words: string | null) => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    props.onFailure(null);
    const failure = await takeFile({ address: props.address, fileName: "users.xlsx" });
    setBusy(false);
    props.onFailure(failure);
  };
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconDownload size={18} stroke={1.8} aria-hidden="true" />}
      onClick={() => void take()}
    >
      {props.name}
    </Button>
  );
}
