import type { UploadCategory, UploadKind } from "@portal/shared/uploads.ts";
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
};
