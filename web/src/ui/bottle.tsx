/** The 50 ml bottle, lit from behind by one flat shape. Decoration only: the words beside it say it all. */
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
