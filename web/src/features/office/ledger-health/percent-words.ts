/** 2000 basis points are "20 %". */
export function percentWords(bps: number): string {
  return `${Number((bps / 100).toFixed(2))} %`;
}

/** "17.4 %"; of nothing, nothing can be a share. */
export function shareWords(part: number, whole: number): string {
  return whole === 0 ? "0 %" : percentWords(Math.round((part / whole) * 10_000));
}
