import type { MonthOfYear } from "@portal/shared/catalogue/financial-year.ts";
import type { Month } from "@portal/shared/platform/calendar.ts";
import type { EmailCopyKind } from "@portal/shared/office/message-kinds.ts";
import type { LedgerRunKind, OutsideStatement } from "@portal/shared/office/month-end.ts";
import type {
  BuyerKind,
  SalesLevel,
  SalesMethod,
} from "@portal/shared/office/reports/sales-terms.ts";
import type { UploadCategory, UploadKind } from "@portal/shared/office/uploads.ts";
import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type {
  DecisionWay,
  ProposalKind,
  ProposalState,
} from "@portal/shared/platform/proposals.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { ChangedAt, MadeAt, ReadTable } from "./outside-tables.ts";

/** Uploads, copy, former details of the office and those of buyers, and former beginnings of financial years. */
export type ContentTables = {
  former_buyer_details: {
    id: GeneratedAlways<number>;
    user_id: number;
    until: string;
    name: string;
    company: string;
    company_address: string;
    vat_no: string;
  };
  former_company_details: {
    id: GeneratedAlways<number>;
    until: string;
    name: string;
    address: string;
    vat_no: string;
    company_no: string;
  };
  former_year_begin: {
    through: Month;
    begins_in: MonthOfYear;
  };
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
    /** The length of a video. */
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

type Figures = {
  orders: number;
  units: number;
  value: number;
  charged: number;
  delivery: number;
  refunded: number;
  net: number;
};

/** Sales by day (migrations/0014-reports.sql). Written only by the sales count. */
export type ReportTables = {
  sales_kind: {
    id: GeneratedAlways<number>;
    product_id: number;
    region: Region;
    currency: Currency;
    level: SalesLevel;
    buyer: BuyerKind;
    method: SalesMethod;
  };
  sales_day: { day: string; kind_id: number } & Figures;
  sales_person_day: { whole: boolean; seller_id: number; day: string; kind_id: number } & Figures;
  sales_person_month: {
    whole: boolean;
    seller_id: number;
    month: string;
    kind_id: number;
  } & Figures;
  sales_late: {
    position: number;
    order_number: number;
    type: string;
    day: string;
    happened_on: string;
    seller_id: number;
    kind_id: number;
  } & Figures;
  sales_count: {
    only_row: ColumnType<boolean, never, never>;
    position: number;
    projections: string;
  };
};

/** Reconciliations and rebuilds that the office started. The result is parsed with a schema. */
export type LedgerRunTables = {
  ledger_run: {
    id: string;
    kind: LedgerRunKind;
    asked_by: number;
    asked_at: string;
    statement: OutsideStatement | null;
    matching: ColumnType<unknown, string | null, never>;
    accepted_hash: string | null;
    state: Generated<"waiting" | "done" | "failed">;
    progress: Generated<number>;
    result: ColumnType<unknown, never, string>;
    finished_at: ColumnType<string | null, never, string>;
  };
};

/** Decisions are written only by the functions of migrations/0040-contract-decisions.sql. */
export type ProposalTables = {
  decision_link: {
    token_hash: string;
    decision_id: string;
    user_id: number;
    created_at: string;
  };
  /** Whom a decision pays or makes the seller, as they were called when it was proposed. */
  decision_person: { decision_id: string; user_id: number; digest: string };
  /** What its orders bring, as it was proposed; without a row for those of earlier releases. */
  decision_frozen: { decision_id: string; commission: ColumnType<object, string, never> };
  decision: ReadTable<{
    id: string;
    kind: ProposalKind;
    data: object;
    words: object | null;
    proposed_by: number;
    proposed_at: string;
    way: DecisionWay;
    digest: string | null;
    second_person_above: number | null;
    wait_seconds: number | null;
    notices_out_at: string | null;
    proof: Readonly<Record<string, string>> | null;
    expires_at: string | null;
    state: ProposalState;
    decided_by: number | null;
    decided_at: string | null;
    used_at: string | null;
    failure: DomainErrorCode | null;
  }>;
};
