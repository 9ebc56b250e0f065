import { Anchor, Group, List, Stack, Text, Title } from "@mantine/core";
import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import { hasVat } from "@portal/shared/platform/region.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "wouter";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { api } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OfficeLink } from "../../../ui/office-link.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { PeriodFields, periodIn } from "./books-period.tsx";
import { ExportFiles } from "./export-files.tsx";
import { figuresOf, groupsOf, type Vat, type VatFigure } from "./vat-figures.ts";
import { VatDocumentsSheet } from "./vat-documents-sheet.tsx";
import { VatFigureList, VatGroupList } from "./vat-lists.tsx";
import { VatRounding } from "./vat-rounding.tsx";
import { VatSchedules } from "./vat-schedules.tsx";

/** Output VAT of the documents of a period, and the figures of the region's return; each opens its documents. */
export function VatOfPeriod() {
  const [params, change] = useUrlParams();
  const { priceTax } = useRegionWords();
  const chosen = periodIn((name) => params.get(name));
  const { from, to } = chosen;
  const vat = api.books.vat.useQuery({ from, to }, { placeholderData: keepPreviousData });
  const id = params.get("figure");
  const figure =
    vat.data && [...groupsOf(vat.data), ...figuresOf(vat.data)].find((each) => each.id === id);
  const open = ({ id: opened }: VatFigure) => change({ figure: opened });
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <PeriodFields
          chosen={chosen}
          onChange={(changes) => change({ figure: null, ...changes })}
        />
        <ExportVat from={from} to={to} />
      </Group>
      <Loaded query={vat} what={`the ${priceTax}`} lines={8}>
        {(data) => (
          <>
            {!data.isClosed && (
              <Text size="sm" c="dimmed">
                This period is not closed. Its figures can still change.
              </Text>
            )}
            {data.lacksVatNumber && (
              <Notice tone="warning" title="Your VAT number is missing">
                This shop is registered for VAT, so its documents have VAT, but no VAT number. Enter
                the number, or say that you are not registered, under{" "}
                <OfficeLink href="/admin/edit/rhizo-config" needs="settings.get">
                  Other Settings
                </OfficeLink>
                .
              </Notice>
            )}
            {data.groups.length === 0 ? (
              <Empty title="No documents in this period">
                An invoice appears on the day its order is paid.
              </Empty>
            ) : (
              <>
                <VatGroupList vat={data} onOpen={open} />
                <ReturnFigures vat={data} onOpen={open} />
              </>
            )}
            <SelfBilledVat vat={data} />
            <VatSchedules vat={data} />
            <Doubts vat={data} />
          </>
        )}
      </Loaded>
      {figure && (
        <VatDocumentsSheet
          key={figure.id}
          figure={figure}
          period={{ from, to }}
          onClose={() => change({ figure: null })}
        />
      )}
    </Stack>
  );
}

/** What of the shop's own VAT is known here and still not deducted. */
function SelfBilledVat({ vat: { selfBilled, currency, from, to } }: { vat: Vat }) {
  if (selfBilled.count === 0) return null;
  return (
    <Stack component="section" gap="xs" maw={760} aria-labelledby="self-billed-vat">
      <Title order={2} id="self-billed-vat">
        Not deducted: VAT of self-billed invoices
      </Title>
      <Text size="sm">
        The tax invoices that we wrote for members have{" "}
        <MoneyText minor={selfBilled.vat} currency={currency} /> VAT. We paid it with the
        commission. It is in no figure above and not on VAT output, but in the account Commission.
        Your accountant claims it as input VAT.{" "}
        <Anchor
          inherit
          component={Link}
          href={`/admin/accounting?view=documents&length=custom&from=${from}&to=${to}`}
        >
          Documents
        </Anchor>{" "}
        lists them.
      </Text>
    </Stack>
  );
}

/** Saves every document of the period as a file, and the schedules as another. */
function ExportVat(period: FirstAndLast) {
  const utils = api.useUtils();
  return (
    <ExportFiles
      label="Export documents"
      what="the files"
      ask={() => utils.books.vatFiles.fetch(period, { staleTime: 0 })}
    />
  );
}

/** What the accountant copies; a shop of a region without such a return has none. */
function ReturnFigures(props: { vat: Vat; onOpen: (figure: VatFigure) => void }) {
  const { region, currency, vatReturn, isClosed, from, to } = props.vat;
  const { vat, vatOfGross } = vatReturn;
  const difference = vatOfGross === null ? 0 : vat - vatOfGross;
  if (figuresOf(props.vat).length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="vat-return">
      <Title order={2} id="vat-return">
        {region === "za" ? "For the VAT201" : "For the VAT return"}
      </Title>
      <VatFigureList vat={props.vat} onOpen={props.onOpen} />
      {region === "za" && difference !== 0 && (
        <Text size="sm" c="dimmed">
          The form calculates field 4 from field 1. The documents have{" "}
          <MoneyText minor={Math.abs(difference)} currency={currency} />{" "}
          {difference > 0 ? "more" : "less"}, because VAT is rounded on each document.
        </Text>
      )}
      {region === "za" && difference !== 0 && isClosed && (
        <VatRounding period={{ from, to }} amount={-difference} />
      )}
    </Stack>
  );
}

/** What the law leaves open, by region. */
function Doubts({ vat: { region, groups, vatBps: ownBps, currency: own } }: { vat: Vat }) {
  return (
    <Stack component="section" gap={4} maw={760} aria-labelledby="vat-doubts">
      <Title order={2} id="vat-doubts">
        Ask your accountant
      </Title>
      {hasVat[region] ? (
        <List size="sm">
          <List.Item>
            {region === "za"
              ? "Documents at a stockist’s own rate are in no figure of the return, except those at 0% in field 2."
              : "Documents at a stockist’s own rate are in boxes 1 and 6 with the VAT that is on them."}{" "}
            VAT we owe may not depend on the buyer.
          </List.Item>
          {groups.some(({ supply }) => supply === "former rate") && (
            <List.Item>
              {region === "za"
                ? "The form calculates with one rate, that of the period’s last day. When the rate changed in 2018, SARS asked for VAT at the former rate in field 12 and not in field 1. Ask where credit notes at that rate belong."
                : "Documents at the former rate are in boxes 1 and 6 with the VAT that is on them."}{" "}
              Orders that were placed before the rate changed keep it, also where they were paid
              later. VAT at the new rate may be due on those.
            </List.Item>
          )}
          {groups.some(({ vatBps }) => vatBps === null) && (
            <List.Item>
              Documents from days without VAT registration are in no figure of the return, not even
              at 0%.
            </List.Item>
          )}
          {groups.some(({ currency }) => currency !== own) && (
            <List.Item>
              Documents in another currency are in no figure of the return. Convert them and add
              them yourself.
            </List.Item>
          )}
          <List.Item>VAT we paid on our own purchases is not in this portal.</List.Item>
        </List>
      ) : (
        <Text size="sm">
          {ownBps === 0
            ? "We calculate no sales tax here. Which states ask for it depends on where we sell."
            : "Each order has sales tax at one rate, whatever the state. Which states ask for it, and how much, depends on where we sell."}
        </Text>
      )}
    </Stack>
  );
}
