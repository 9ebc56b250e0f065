import { Image } from "@tiptap/extension-image";
import { EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { useState } from "react";
import { AddPicture } from "./add-picture.tsx";
import { LinkField } from "./link-field.tsx";
import { RichTextTools } from "./rich-text-tools.tsx";
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
