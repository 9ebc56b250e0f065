import { Text } from "@mantine/core";
import type { Day } from "@portal/shared/platform/calendar.ts";
import { DayText } from "../../../ui/days.tsx";

/** The day on which something counts in the books, and its own day where that was closed already. */
export function PostedDay(props: { postingDate: Day; ownDay: Day }) {
  const { postingDate, ownDay } = props;
  return (
    <>
      <DayText value={postingDate} />
      {ownDay !== postingDate && (
        <Text span inherit c="dimmed" display="block">
          late, of <DayText value={ownDay} />
        </Text>
      )}
    </>
  );
}
