import "@mantine/core/styles/Typography.layer.css";
import "@mantine/core/styles/Tooltip.layer.css";
import "@mantine/core/styles/ColorSwatch.layer.css";
import "@mantine/core/styles/ColorPicker.layer.css";
import "@mantine/tiptap/styles.layer.css";
import { Button, Group, Popover, Stack, TextInput } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconLink, IconPhoto } from "@tabler/icons-react";
import { Image } from "@tiptap/extension-image";
import { type Editor, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { type ReactNode, useState } from "react";
import { ChooseFile } from "../choose-file.tsx";
import { pictureTypes, uploadPicture } from "../upload-picture.ts";
import classes from "./rich-text.module.css";

const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    link: { openOnClick: false, protocols: ["http", "https", "mailto"] },
  }),
  Image,
];

const labels = {
  h3ControlLabel: "Heading",
  h4ControlLabel: "Small heading",
  bulletListControlLabel: "List",
  orderedListControlLabel: "Numbered list",
  blockquoteControlLabel: "Quote",
} as const;

/** An editor for the elements that the server allows. `html` is the initial content; an empty document is "". */
export function RichText(props: {
  html: string;
  label: string;
  /** The id of the editable element, for the link in an error summary. */
  id?: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
}) {
  // Stable: new props would recreate the editor.
  const [editorProps] = useState(() => ({
    attributes: {
      role: "textbox",
      "aria-multiline": "true",
      "aria-label": props.label,
      class: classes.text ?? "",
      ...(props.id !== undefined && { id: props.id }),
    },
  }));
  const editor = useEditor({
    extensions,
    content: props.html,
    shouldRerenderOnTransaction: true,
    editorProps,
    onUpdate: ({ editor: changed }) => props.onChange(changed.isEmpty ? "" : changed.getHTML()),
    onBlur: () => props.onBlur?.(),
  });
  return (
    <RichTextEditor editor={editor} labels={labels}>
      <RichTextEditor.Toolbar
        sticky
        role="group"
        aria-label="Format"
        className={classes.tools ?? ""}
      >
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.H3 />
          <RichTextEditor.H4 />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <LinkControl editor={editor} />
          <PictureControl
            onAdded={(src, alt) => editor.chain().focus().setImage({ src, alt }).run()}
          />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}

/** A control of the toolbar with a popover. */
function PopoverControl(props: {
  name: string;
  icon: ReactNode;
  isOpen: boolean;
  isOn?: boolean;
  onOpen: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Popover trapFocus width={320} opened={props.isOpen} onChange={props.onOpen}>
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={props.name}
          title={props.name}
          active={props.isOn ?? false}
          onClick={() => props.onOpen(!props.isOpen)}
        >
          {props.icon}
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">{props.children}</Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const allowedAddress = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;

/** Sets or removes the link of the selected text. */
function LinkControl({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const marked = () => editor.chain().focus().extendMarkRange("link");
  const open = (next: boolean) => {
    const current: unknown = editor.getAttributes("link")["href"];
    setAddress(typeof current === "string" ? current : "");
    setFailure(null);
    setOpen(next);
  };
  const link = () => {
    if (!allowedAddress.test(address)) {
      setFailure("Please enter an address that begins with https://, mailto: or /");
      return;
    }
    marked().setLink({ href: address }).run();
    setOpen(false);
  };
  return (
    <PopoverControl
      name="Link"
      icon={<IconLink size={16} stroke={1.8} aria-hidden="true" />}
      isOn={editor.isActive("link")}
      isOpen={isOpen}
      onOpen={open}
    >
      <TextInput
        label="Link address"
        data-autofocus
        value={address}
        maxLength={500}
        error={failure}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Group gap="xs" justify="flex-end">
        {editor.isActive("link") && (
          <Button
            variant="default"
            onClick={() => {
              marked().unsetLink().run();
              setOpen(false);
            }}
          >
            Remove link
          </Button>
        )}
        <Button onClick={link}>Add link</Button>
      </Group>
    </PopoverControl>
  );
}

/** Uploads a picture and inserts it at the cursor. */
function PictureControl(props: { onAdded: (src: string, alt: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [alt, setAlt] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const upload = async (chosen: File) => {
    setBusy(true);
    const sent = await uploadPicture(chosen);
    setBusy(false);
    setFailure("failure" in sent ? sent.failure : null);
    if (!("id" in sent)) return;
    props.onAdded(`/resources/images/${sent.id}`, alt);
    setAlt("");
    setOpen(false);
  };
  return (
    <PopoverControl
      name="Picture"
      icon={<IconPhoto size={16} stroke={1.8} aria-hidden="true" />}
      isOpen={isOpen}
      onOpen={setOpen}
    >
      <TextInput
        label="Picture description"
        description="Read aloud by screen readers."
        data-autofocus
        value={alt}
        maxLength={200}
        error={failure}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <ChooseFile accept={pictureTypes} label="Picture" onChosen={(file) => void upload(file)}>
        {(button) => (
          <Button {...button} loading={isBusy}>
            Add picture
          </Button>
        )}
      </ChooseFile>
    </PopoverControl>
  );
}
