import "@mantine/core/styles/Timeline.layer.css";
import { Text, Timeline } from "@mantine/core";
import type { IconTruck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { DayText } from "./days.tsx";

/** One entry of a timeline. */
export type Happening = Readonly<{
  key: string;
  at: string;
  icon: typeof IconTruck;
  title: ReactNode;
  /** Beside the time: actor and note. */
  more: ReactNode;
}>;

/** A timeline, in the given order. */
export function Happenings(props: { happenings: readonly Happening[] }) {
  const { happenings } = props;
  return (
    <Timeline role="list" bulletSize={24} lineWidth={1} active={happenings.length} color="brand">
      {happenings.map(({ key, at, icon: Icon, title, more }) => (
        <Timeline.Item
          key={key}
          role="listitem"
          bullet={<Icon size={14} aria-hidden="true" />}
          title={title}
        >
          <Text size="sm" c="dimmed" component="div">
            <DayText value={at} withTime />
            {more}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
