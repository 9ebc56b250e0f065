import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type JournalFormat, journalFormats } from "@portal/shared/money/books.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText, today } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Failure } from "../../../ui/feedback.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { dayParam } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { useUrlParams } from "../../../ui/url-params.ts";

const MonthField = lazyPart(
  async () => (await import("../../../ui/dates/month-field.tsx")).MonthField,
);
const JournalSheet = lazyPart(async () => (await import("./journal-sheet.tsx")).JournalSheet);

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
  const chosen = dayParam(`${params.get("month") ?? ""}-01`).slice(0, 7);
  const present = today().slice(0, 7);
  const month = chosen === "" ? present : chosen;
  const journals = api.books.journals.useQuery({ month }, { placeholderData: keepPreviousData });
  const { data } = journals;
  const number = params.get("journal");
  const open = data?.days.find((each) => each.number === number);
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <Suspense fallback={null}>
          <MonthField
            label="Month"
            min="2000-01"
            max={present}
            value={month}
            onChange={(to) => change({ month: to, journal: null })}
          />
        </Suspense>
        <ExportJournals month={month} />
      </Group>
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
      {open && (
        <Suspense fallback={null}>
          <JournalSheet
            key={open.number}
            journal={open}
            onClose={() => change({ journal: null })}
          />
        </Suspense>
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
function ExportJournals({ month }: { month: string }) {
  const utils = api.useUtils();
  const [format, setFormat] = useState<JournalFormat>("generic-csv");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function save(): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    try {
      const asked = { month, by: "day", format } as const;
      const { files } = await utils.books.files.fetch(asked, { staleTime: 0 });
      for (const { name, text } of files) saveFile(new Blob([text]), name);
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <>
      <NativeSelect
        label="Format"
        value={format}
        data={journalFormats.map((value) => ({ value, label: formatWords[value] }))}
        onChange={({ currentTarget }) =>
          setFormat(journalFormats.find((each) => each === currentTarget.value) ?? "generic-csv")
        }
      />
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => void save()}
      >
        Export journals
      </Button>
      {failure !== null && <Failure what="the files" error={failure} onRetry={() => void save()} />}
    </>
  );
}
