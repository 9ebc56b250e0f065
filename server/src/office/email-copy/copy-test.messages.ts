import { z } from "zod";
import { readers } from "../../people/accounts/message-readers.ts";
import { defineMessage } from "../../platform/messages/define-message.ts";
import { findTestedWords } from "./email-copy.store.ts";
import { sampleValues } from "./sample-values.ts";

/** To the admin who tests edited email copy. */
export const copyTest = defineMessage({
  kind: "copy-test",
  ids: z.object({ userId: z.int().positive(), testId: z.int().positive() }),
  to: readers.account,
  facts: async (_db, _ids, { publicUrl }) => sampleValues(publicUrl),
  ownWords: (db, { testId }, wordsOf) => findTestedWords(db, testId, wordsOf),
  // For a test that was deleted.
  words: {
    subject: "Test email",
    preheader: "",
    paragraphs: ["{{greeting}}", "The text of this test has been deleted."],
  },
});
