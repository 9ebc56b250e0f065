import type { NotificationState } from "@portal/shared/sales/notifications.ts";
import type { Tone } from "../../../ui/status-text.tsx";

export const notificationWords: Record<NotificationState, string> = {
  received: "Waiting",
  applied: "Applied",
  rejected: "Rejected",
  parked: "Parked",
  noted: "Noted",
};
export const notificationTones: Record<NotificationState, Tone> = {
  received: "waiting",
  applied: "good",
  rejected: "bad",
  parked: "waiting",
  noted: "neutral",
};
