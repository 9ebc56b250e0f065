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
import type { Editor } from "@tiptap/react";
import classes from "./rich-text.module.css";

/** What can be done with the words that are marked; a pressed button says how they are. */
export function RichTextTools(props: { editor: Editor }) {
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
