import { Anchor, Group, Paper, SimpleGrid, Stack, Table, Title } from "@mantine/core";
import { isSiteCopyName, siteCopyPages } from "@portal/shared/office/site-copy-names.ts";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { EditCopyButton } from "./edit-copy-button.tsx";

/** Texts of pages that admins do not see as others do are edited here; all others on the page itself. */
const elsewhere: ReadonlySet<string> = new Set(["distributor-landing", "stockist-landing"]);

/** All texts of the site that the office can edit, by page, with the day of the last edit. */
export function SiteCopyScreen() {
  const copies = api.content.list.useQuery({});
  return (
    <Stack>
      <PageHeader
        title="Site copy"
        note="Open a page and select the pencil next to a text to edit it. Changes are live as soon as you save."
      />
      <Loaded query={copies} what="the texts" lines={8}>
        {(edited) => <PagesOfSite edited={edited} />}
      </Loaded>
    </Stack>
  );
}

function PagesOfSite(props: { edited: ApiOutputs["content"]["list"] }) {
  const since = new Map(props.edited.map(({ varName, dateUpdated }) => [varName, dateUpdated]));
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      {Object.entries(siteCopyPages).map(([page, { title, path, texts }]) => (
        <Paper key={page} component="section" p="md" aria-labelledby={page}>
          <Group justify="space-between" mb="xs">
            <Title order={2} id={page}>
              {title}
            </Title>
            {!elsewhere.has(page) && (
              <Anchor component={Link} href={path} size="sm">
                Open page
              </Anchor>
            )}
          </Group>
          <Table highlightOnHover={false}>
            <Table.Tbody>
              {Object.entries(texts).map(([text, name]) => {
                const varName = `${page}.${text}`;
                const day = since.get(varName);
                return (
                  <Table.Tr key={text} h={44}>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td ta="end" c="dimmed">
                      {day === undefined ? (
                        "Original text"
                      ) : (
                        <>
                          Edited <DayText value={day} />
                        </>
                      )}
                    </Table.Td>
                    {elsewhere.has(page) && isSiteCopyName(varName) && (
                      <Table.Td ta="end">
                        <EditCopyButton name={varName} />
                      </Table.Td>
                    )}
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
