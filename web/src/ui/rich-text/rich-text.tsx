import { Button, TextInput } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH3,
  IconH4,
  IconItalic,
  IconList,
  IconListNumbers,
} from "@tabler/icons-react";
import { Image } from "@tiptap/extension-image";
import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { useRef, useState } from "react";
import "../../theme/mantine-forms.ts";
import { uploadPicture } from "../editing/upload-picture.ts";
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

/**
 * Words, headings, lists, links and pictures: what the server lets through. It begins with `html` and
 * tells of every change; nothing written is an empty text.
 */
export function RichText(props: {
  html: string;
  label: string;
  /** Of the text itself, for whoever leads there. */
  id?: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
}) {
  // The same each time: another one would make the editor anew.
  const [editorProps] = useState(() => ({
    attributes: {
      role: "textbox",
      "aria-multiline": "true",
      "aria-label": props.label,
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
    <div className={classes.editor}>
      <div className={classes.richText}>
        <RichTextTools editor={editor} />
        <EditorContent editor={editor} />
      </div>
      <LinkField editor={editor} />
      <AddPicture onAdded={(src, alt) => editor.chain().focus().setImage({ src, alt }).run()} />
    </div>
  );
}

/** What can be done with the words that are marked; a pressed button says how they are. */
function RichTextTools(props: { editor: Editor }) {
  const { editor } = props;
  const chain = () => editor.chain().focus();
  const tools = [
    {
      name: "Bold",
      Icon: IconBold,
      isOn: editor.isActive("bold"),
      run: () => chain().toggleBold(),
    },
    {
      name: "Italic",
      Icon: IconItalic,
      isOn: editor.isActive("italic"),
      run: () => chain().toggleItalic(),
    },
    {
      name: "Heading",
      Icon: IconH3,
      isOn: editor.isActive("heading", { level: 3 }),
      run: () => chain().toggleHeading({ level: 3 }),
    },
    {
      name: "Small heading",
      Icon: IconH4,
      isOn: editor.isActive("heading", { level: 4 }),
      run: () => chain().toggleHeading({ level: 4 }),
    },
    {
      name: "List",
      Icon: IconList,
      isOn: editor.isActive("bulletList"),
      run: () => chain().toggleBulletList(),
    },
    {
      name: "Numbered list",
      Icon: IconListNumbers,
      isOn: editor.isActive("orderedList"),
      run: () => chain().toggleOrderedList(),
    },
    {
      name: "Quote",
      Icon: IconBlockquote,
      isOn: editor.isActive("blockquote"),
      run: () => chain().toggleBlockquote(),
    },
    { name: "Undo", Icon: IconArrowBackUp, isOn: undefined, run: () => chain().undo() },
    { name: "Redo", Icon: IconArrowForwardUp, isOn: undefined, run: () => chain().redo() },
  ];
  return (
    <div role="group" aria-label="Form of the text" className={classes.tools}>
      {tools.map(({ name, Icon, isOn, run }) => (
        <button
          key={name}
          type="button"
          className={classes.tool}
          aria-label={name}
          title={name}
          aria-pressed={isOn}
          // The cursor stays in the text: what is typed right after the press belongs there.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run().run()}
        >
          <Icon size={20} stroke={1.8} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}

const fit = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;

/** Makes the marked words lead somewhere, or nowhere any more. */
function LinkField(props: { editor: Editor }) {
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

/** Uploads a picture and puts it where the cursor stands. */
function AddPicture(props: { onAdded: (src: string, alt: string) => void }) {
  const file = useRef<HTMLInputElement>(null);
  const [alt, setAlt] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    setBusy(true);
    const sent = await uploadPicture(chosen);
    setBusy(false);
    setFailure("failure" in sent ? sent.failure : null);
    if (!("id" in sent)) return;
    props.onAdded(`/resources/images/${sent.id}`, alt);
    setAlt("");
  };
  return (
    <div className={classes.row}>
      <TextInput
        label="What a picture shows"
        description="Read to people who do not see it."
        value={alt}
        maxLength={200}
        error={failure}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <Button variant="default" loading={isBusy} onClick={() => file.current?.click()}>
        Add a picture
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        aria-label="Picture"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}
