/** A bottle whose fill line runs on as a root that splits 1, 2, 4: the product and the network. */
export function BrandMark(props: { size?: number }) {
  const size = props.size ?? 24;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M9.2 1.6h5.6v2.6H9.2zM9.9 4.2v2.1C7.2 7 5.6 8.6 5.6 11v8.9c0 1.4 1 2.5 2.5 2.5h7.8c1.5 0 2.5-1.1 2.5-2.5V11c0-2.4-1.6-4-4.3-4.7V4.2M5.6 11.4h12.8" />
      <path
        strokeWidth="1.2"
        d="M12 11.4v2.4M12 13.8c0 1.8-2.6 1.2-2.6 3.2M12 13.8c0 1.8 2.6 1.2 2.6 3.2M9.4 17c0 1-1.3.9-1.3 2.3M9.4 17c0 1 1.1.9 1.1 2.3M14.6 17c0 1-1.1.9-1.1 2.3M14.6 17c0 1 1.3.9 1.3 2.3"
      />
    </svg>
  );
}

/** The name, drawn in the line of the mark, so that it needs no second font. */
export function Wordmark() {
  return (
    <svg
      width="62"
      height="22"
      viewBox="0 0 62 22"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label="Rhizo"
    >
      <path d="M3 19V8.5M3 12.5c.6-2.6 2.4-4 5-4M13.5 19V2.5M13.5 13c0-2.8 1.7-4.5 4.2-4.5s4 1.6 4 4.4V19M28 19V8.5M28 3.3v.1M33.5 8.5h8l-8.2 10.5h8.5" />
      <circle cx="53" cy="13.7" r="5.3" />
    </svg>
  );
}
