/** An answer sheet with nothing on it but a mark: the drawing of every empty or failed state. */
export function EmptySheet({ mark }: { mark: string }) {
  return (
    <svg
      width="132"
      height="150"
      viewBox="0 0 132 150"
      fill="none"
      stroke="var(--ink)"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <g transform="rotate(-4 60 75)">
        <path d="M18 12h66l20 20v106H18Z" fill="var(--sheet)" />
        <path d="M84 12v20h20" />
        <path d="M36 12v126" stroke="var(--margin-red)" strokeWidth="1.4" />
        <path d="M46 54h46M46 70h46M46 86h46M46 102h46M46 118h46" stroke="var(--edge)" />
        <path d="M46 93h34" stroke="var(--mark)" strokeWidth="14" />
        <text
          x="63"
          y="101"
          fill="var(--pen)"
          stroke="none"
          fontSize="34"
          fontWeight="800"
          textAnchor="middle"
        >
          {mark}
        </text>
      </g>
    </svg>
  )
}
