const posterWidth = 960;
/** A file that a browser cannot play is not waited for longer. */
const waitMs = 15_000;

export type TakenPoster = Readonly<{ picture: Blob; seconds: number }>;

/** A picture out of a video, and how long it runs; null for one that this browser cannot play. */
export async function takePoster(file: File): Promise<TakenPoster | null> {
  const video = document.createElement("video");
  const url = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.preload = "auto";
    video.src = url;
    await happened(video, "loadeddata");
    const { duration } = video;
    if (!Number.isFinite(duration) || duration <= 0) return null;
    // The very first picture is often black.
    const isMoved = happened(video, "seeked");
    video.currentTime = Math.min(3, duration / 3);
    await isMoved;
    const picture = await drawn(video);
    return picture && { picture, seconds: duration };
  } catch {
    return null;
  } finally {
    video.removeAttribute("src");
    URL.revokeObjectURL(url);
  }
}

function drawn(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  const scale = Math.min(1, posterWidth / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
}

function happened(video: HTMLVideoElement, event: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("this browser cannot play it"));
    video.addEventListener(event, () => resolve(), { once: true });
    video.addEventListener("error", fail, { once: true });
    setTimeout(fail, waitMs);
  });
}
