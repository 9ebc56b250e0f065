import { FileButton } from "@mantine/core";
import type { ReactNode } from "react";

/**
 * Lets the user choose one file by a button. The field is emptied on each press: otherwise browsers report no change when
 * the same file is chosen again, as after a failure.
 */
export function ChooseFile(props: {
  label: string;
  accept: string;
  id?: string;
  onChosen: (file: File) => void;
  children: (button: { onClick: () => void }) => ReactNode;
}) {
  return (
    <FileButton
      accept={props.accept}
      inputProps={{
        id: props.id,
        "aria-label": props.label,
        onClick: ({ currentTarget }) => {
          currentTarget.value = "";
        },
      }}
      onChange={(file) => file && props.onChosen(file)}
    >
      {props.children}
    </FileButton>
  );
}
