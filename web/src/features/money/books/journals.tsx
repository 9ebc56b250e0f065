import { Group, NativeSelect, Stack, Text, Title } from "@mantine/core";
import { type JournalFormat, journalFormats } from "@portal/shared/money/books.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Notice } from "../../../ui/feedback.tsx";
import { OfficeLink } from "../../../ui/office-link.tsx";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText, today } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { MonthField } from "../../../ui/dates/month-field.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { monthParam } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { AccountList } from "./account-list.tsx";
import { ExportFiles } from "./export-files.tsx";
import { JournalSheet } from "./journal-sheet.tsx";

type Journal = ApiOutputs["books"]["journals"]["days"][number];

const columns: readonly ListColumn<Journal>[] = [
  {
    id: "day",
    header: "Date",
    width: 172,
    onPhone: "title",
    cell: ({ postingDate }) => <DayText value={postingDate} />,
  },
  {
    id: "number",
    header: "Journal",
    width: "rest",
    onPhone: "fact",
    cell: ({ number }) => number,
  },
  {
    id: "accounts",
    header: "Accounts",
    align: "end",
    width: 96,
    onPhone: "none",
    cell: ({ lines }) => String(lines.length),
  },
  {
    id: "debit",
    header: "Debit and credit",
    align: "end",
    width: 164,
    onPhone: "amount",
    cell: ({ lines, currency }) => (
      <MoneyText minor={lines.reduce((sum, { debit }) => sum + debit, 0)} currency={currency} />
    ),
  },
];

/** The journals of a month, one for each day; a row opens its accounts and entries. */
export function Journals() {
  const [params, change] = useUrlParams();
  const present = today().slice(0, 7);
  const month = monthParam(params.get("month")) || present;
  const journals = api.books.journals.useQuery({ month }, { placeholderData: keepPreviousData });
  const { data } = journals;
  const [format, setFormat] = useState<JournalFormat>("generic-csv");
  const number = params.get("journal");
  const open = data?.days.find((each) => each.number === number);
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <MonthField
          label="Month"
          min="2000-01"
          max={present}
          value={month}
          onChange={(to) => change({ month: to, journal: null })}
        />
        <ExportJournals month={month} format={format} onFormat={setFormat} />
      </Group>
      {format === "xero" && (
        <Notice tone="info" title="Xero refuses journals on bank accounts">
          Give Bank the code of an account that is not of Xero’s type Bank, such as a current asset
          “Bank clearing”, under{" "}
          <OfficeLink href="/admin/edit/rhizo-config" needs="settings.get">
            Other Settings
          </OfficeLink>
          . In Xero, match the statement lines to that account.
        </Notice>
      )}
      {data && data.month === month && !data.isClosed && (
        <Text size="sm" c="dimmed">
          This month is not closed. Its journals can still change.
        </Text>
      )}
      <DataList
        label="journals"
        columns={columns}
        rowKey={(journal) => journal.number}
        rowName={(journal) => `journal ${journal.number}`}
        answer={{ ...journals, data: data && { rows: data.days, total: data.days.length } }}
        onOpen={(journal) => change({ journal: journal.number })}
        empty={<Empty title="No journals in this month" />}
      />
      {data?.months.map(({ number: name, lines, currency }) => (
        <Stack key={name} component="section" gap="xs" aria-labelledby={name}>
          <Title order={2} id={name}>
            Whole month: journal {name}
          </Title>
          <AccountList label={`accounts of ${name}`} accounts={lines} currency={currency} />
        </Stack>
      ))}
      {open && (
        <JournalSheet key={open.number} journal={open} onClose={() => change({ journal: null })} />
      )}
    </Stack>
  );
}

const formatWords: Readonly<Record<JournalFormat, string>> = {
  "generic-csv": "CSV, all entries",
  json: "JSON",
  xero: "Xero (CSV)",
  sage: "Sage Accounting (CSV)",
  "quickbooks-csv": "QuickBooks Online (CSV)",
  iif: "QuickBooks Desktop (IIF)",
};

/** Saves the journals of the month as files for an accounting program. */
function ExportJournals(props: {
  month: string;
  format: JournalFormat;
  onFormat: (format: JournalFormat) => void;
}) {
  const { month, format } = props;
  const utils = api.useUtils();
  const [by, setBy] = useState<"day" | "month">("day");
  return (
    <>
      <NativeSelect
        label="Journals"
        value={by}
        data={[
          { value: "day", label: "One for each day" },
          { value: "month", label: "One for the month" },
        ]}
        onChange={({ currentTarget }) => setBy(currentTarget.value === "month" ? "month" : "day")}
      />
      <NativeSelect
        label="Format"
        value={format}
        data={journalFormats.map((value) => ({ value, label: formatWords[value] }))}
        onChange={({ currentTarget }) =>
          props.onFormat(
            journalFormats.find((each) => each === currentTarget.value) ?? "generic-csv",
          )
        }
      />
      <ExportFiles
        label="Export journals"
        what="the files"
        ask={async () => {
          const asked = { month, by, format };
          return (await utils.books.files.fetch(asked, { staleTime: 0 })).files;
        }}
      />
    </>
  );
}
