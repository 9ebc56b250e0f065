/** The logo: a bottle whose fill line becomes a root that splits 1, 2, 4. */
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

/** The name as paths, so that it needs no second font. */
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

/** The 50 ml bottle; decoration. */
export function Bottle(props: { className?: string | undefined }) {
  return (
    <svg className={props.className} viewBox="0 0 200 300" fill="none" aria-hidden="true">
      <path fill="var(--amber)" d="M10 132a90 90 0 0 1 180 0v168H10z" />
      <path
        fill="#7A3E0A"
        d="M78 76h44v14c22 8 34 24 34 46v138c0 9-7 16-16 16H60c-9 0-16-7-16-16V136c0-22 12-38 34-46z"
      />
      <path fill="#9A5412" d="M56 136c0-18 10-31 30-38v188H62c-4 0-6-3-6-7z" />
      <path fill="#0A221E" d="M74 66h52v14H74zM84 34h32v32H84z" />
      <path fill="#426057" d="M92 6h16c6 0 9 5 9 11v19H83V17c0-6 3-11 9-11z" />
      <path fill="#F2F5F3" d="M44 154h112v88H44z" />
      <path stroke="#10312B" strokeWidth="1.5" d="M44 170h112" />
      <g stroke="#10312B" strokeWidth="2.2" strokeLinecap="round">
        <path d="M100 170v13M100 183c0 10-14 7-14 18M100 183c0 10 14 7 14 18M86 201c0 6-8 6-8 14M86 201c0 6 6 6 6 14M114 201c0 6-6 6-6 14M114 201c0 6 8 6 8 14" />
      </g>
      <path stroke="#F5A524" strokeWidth="3" d="M70 229h60" />
    </svg>
  );
}
