import type {
  BuyerKind,
  SalesLevel,
  SalesMethod,
} from "@portal/shared/office/reports/sales-terms.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ColumnType, GeneratedAlways } from "kysely";

type Figures = {
  orders: number;
  units: number;
  value: number;
  charged: number;
  delivery: number;
  refunded: number;
};

/** What was sold, added up day by day (migrations/0014-reports.sql). Written by the count alone. */
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
  sales_person_quarter: {
    whole: boolean;
    seller_id: number;
    quarter: string;
    kind_id: number;
  } & Figures;
  /** Orders that were placed through the position of the count, by the stretches of the sorts. */
  order_stretch: {
    sort: "placedAt" | "orderNumber" | "total";
    stretch: number;
    region: Region;
    orders: number;
  };
  /** Those of which something was paid in this way. */
  order_method: { method: "card" | "eft" | "credit"; region: Region; orders: number };
  sales_count: { only_row: ColumnType<boolean, never, never>; position: number; books: string };
};
