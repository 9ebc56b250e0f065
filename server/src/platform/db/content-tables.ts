import type { EmailCopyKind } from "@portal/shared/office/email-copy.ts";
import type { UploadCategory, UploadKind } from "@portal/shared/office/uploads.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

type MadeAt = ColumnType<string, string | undefined, never>;
type ChangedAt = ColumnType<string, string | undefined, string>;

/** What the office puts into the shop and the portal: uploads and words. */
export type ContentTables = {
  upload: {
    id: GeneratedAlways<number>;
    category: UploadCategory;
    title: string;
    description: Generated<string>;
    sort_order: Generated<number>;
    filename: string;
    kind: UploadKind;
    content_type: string;
    sha256: string;
    bytes: number;
    width: number | null;
    height: number | null;
    /** How long a video runs. */
    seconds: Generated<number | null>;
    uploaded_by: number | null;
    uploaded_at: MadeAt;
    updated_at: ChangedAt;
  };
  upload_size: {
    upload_id: number;
    width: number;
    height: number;
    sha256: string;
    bytes: number;
  };
  upload_captions: {
    upload_id: number;
    vtt: string;
    updated_at: ChangedAt;
  };
  testimonial: {
    id: GeneratedAlways<number>;
    name: string;
    town: Generated<string>;
    words: string;
    image_id: number | null;
    sort_order: Generated<number>;
    is_shown: Generated<boolean>;
    created_at: MadeAt;
    updated_at: ChangedAt;
  };
  upload_access: {
    id: GeneratedAlways<number>;
    upload_id: number;
    user_id: number;
    at: MadeAt;
  };
  email_copy: CopyColumns & {
    kind: EmailCopyKind;
    updated_at: ChangedAt;
    updated_by: number | null;
  };
  email_copy_test: CopyColumns & {
    id: GeneratedAlways<number>;
    kind: EmailCopyKind;
    made_at: MadeAt;
  };
  site_copy: {
    var_name: string;
    copy: string;
    pictures: number[];
    updated_at: ChangedAt;
    updated_by: number | null;
  };
  site_copy_version: {
    id: GeneratedAlways<number>;
    var_name: string;
    copy: string | null;
    at: MadeAt;
    by_user: number | null;
  };
};

type CopyColumns = { subject: string; body: string; button_label: string; sms: string };
