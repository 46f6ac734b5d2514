const MARKS = {
  '?': 'M64 76c0-11 8-18 18-18s18 7 18 16c0 12-16 13-16 27M84 113v1',
  '!': 'M85 57c0 16-2 30-3 43M81 113v1',
}

export function EmptyState({ mark }: { mark: keyof typeof MARKS }) {
  return (
    <svg
      width="176"
      height="176"
      viewBox="0 0 176 176"
      fill="none"
      stroke="var(--ink)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M40 26 118 19l22 18 9 112-102 9Z" fill="var(--sheet)" stroke="var(--edge)" />
      <g transform="rotate(-4 80 84)">
        <path d="M24 14h78l24 24v116H24Z" fill="var(--sheet)" />
        <path d="M102 14v24h24" />
        <path d="M42 15v138" stroke="var(--margin-red)" strokeWidth="1.5" />
        <path d="M52 36h34M52 50h40M52 130h62M52 142h44" stroke="var(--edge)" />
        <path d="M56 131h44" stroke="var(--mark)" strokeWidth="9" strokeLinecap="butt" />
        <path d={MARKS[mark]} stroke="var(--pen)" strokeWidth="6" />
      </g>
      <g fill="var(--sheet)">
        <path d="m116 138 38-46 9 7-38 46-12 6Z" />
        <path d="m116 138 9 7M146 102l9 7M154 92l4-5 9 7-4 5" />
        <path d="m160 101 8-2-12 16" fill="none" />
      </g>
    </svg>
  )
}
