import "../../theme/mantine-forms.ts";
import { Button, TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/react";
import { useState } from "react";
import classes from "./rich-text.module.css";

const fit = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;

/** Makes the marked words lead somewhere, or nowhere any more. */
export function LinkField(props: { editor: Editor }) {
  const { editor } = props;
  const [address, setAddress] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const link = () => {
    if (!fit.test(address)) {
      setFailure("Please enter an address that begins with https://, mailto: or /");
      return;
    }
    setFailure(null);
    editor.chain().focus().extendMarkRange("link").setLink({ href: address }).run();
    setAddress("");
  };
  return (
    <div className={classes.row}>
      <TextInput
        label="Where the marked words lead"
        value={address}
        maxLength={500}
        error={failure}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button variant="default" onClick={link}>
        Link
      </Button>
      {editor.isActive("link") && (
        <Button
          variant="subtle"
          onClick={() => editor.chain().focus().extendMarkRange("link").unsetLink().run()}
        >
          Remove the link
        </Button>
      )}
    </div>
  );
}
