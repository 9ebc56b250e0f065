import type { Upload } from "../features/office/uploads/upload-cards.tsx";

export const aVideo: Upload = {
  id: 7,
  category: "Training Videos",
  title: "Your first order",
  description: "Step by step.",
  sortOrder: 1,
  filename: "first-order.mp4",
  kind: "video",
  contentType: "video/mp4",
  bytes: 2_500_000,
  width: null,
  height: null,
  seconds: 245,
  hasPoster: false,
  hasCaptions: false,
  views: 3,
  version: "abc",
  uploadedAt: "2026-02-01T08:00:00.000Z",
};
