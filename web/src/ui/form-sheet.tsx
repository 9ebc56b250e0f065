import { Box, Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useUnsavedGuard } from "./confirm-dialog.tsx";
import { Form, type FormProps } from "./form.tsx";
import { Sheet } from "./sheet.tsx";

/** A form in a sheet, with its buttons in the foot. It asks before unsaved changes are lost. */
export function FormSheet(
  props: FormProps &
    Readonly<{
      title: string;
      onClose: () => void;
      submitLabel: string;
      isDirty: boolean;
      isBusy: boolean;
      /** In the foot, away from the buttons. */
      menu?: ReactNode;
      /** Below the form, where it is not part of it. */
      after?: ReactNode;
    }>,
) {
  const { title, onClose, submitLabel, isDirty, isBusy, menu, after, ...form } = props;
  const id = useId();
  const { leave, question } = useUnsavedGuard(isDirty);
  const close = () => leave(onClose);
  return (
    <Sheet
      title={title}
      onClose={close}
      foot={
        <>
          {menu !== undefined && <Box mr="auto">{menu}</Box>}
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form id={id} {...form} />
      {after}
      {question}
    </Sheet>
  );
}
