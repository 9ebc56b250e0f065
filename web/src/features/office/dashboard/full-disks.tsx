import { Notice } from "../../../ui/notice.tsx";
import type { Dashboard } from "./dashboard-screen.tsx";

type Disk = Dashboard["fullDisks"][number];

const whose: Record<Disk["of"], string> = { database: "the database", files: "the uploads" };

/** For whoever looks after the server, before anything stops. */
export function FullDisks(props: { disks: readonly Disk[] }) {
  const { disks } = props;
  if (disks.length === 0) return null;
  const isFull = disks.some(({ of, level }) => of === "database" && level === "full");
  return (
    <Notice
      tone={isFull ? "bad" : "warning"}
      title={isFull ? "The disk is full: no orders are taken" : "The disk is nearly full"}
    >
      {disks.map(({ of, freeBytes, totalBytes }) => (
        <p key={of}>
          {gigabytes(freeBytes)} of {gigabytes(totalBytes)} are left where {whose[of]} lies.
        </p>
      ))}
      <p>
        {isFull
          ? "Orders are taken again as soon as there is room. What was ordered and paid is safe."
          : "Uploads stop at 1 GB, orders at 0.25 GB. Please tell whoever looks after the server."}
      </p>
    </Notice>
  );
}

function gigabytes(bytes: number): string {
  const size = bytes / 1024 ** 3;
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} GB`;
}
