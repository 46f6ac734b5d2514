/** In letters: beyond these a name has no room on one line beside a phone's three buttons, and beside the menu. */
const [WIDE, LONG] = [12, 18]

/** `mark` stands in the place of the drawn sign. */
export function Logo({ name, mark }: { name: string; mark?: React.ReactNode }) {
  const width = widthOf(name)
  const size = width > LONG ? 'logo-long' : width > WIDE ? 'logo-wide' : ''
  return (
    <span className="flex items-center gap-2.5 font-extrabold text-2xl/8 text-ink tracking-tight">
      {mark ?? <Sign />}
      <span className={`logo-name ${size}`.trim()}>{name}</span>
    </span>
  )
}

/** In Latin letters; those of Tamil and Devanagari are wider. */
function widthOf(name: string) {
  return [...name].reduce((width, letter) => width + (WIDER.test(letter) ? 1.4 : 1), 0)
}

const WIDER = /[\p{Script=Tamil}\p{Script=Devanagari}]/u

function Sign() {
  return (
    <svg width="34" height="34" viewBox="0 0 34 34" fill="none" aria-hidden="true">
      <rect x="3" y="2" width="24" height="30" rx="2" stroke="var(--ink)" strokeWidth="2.4" />
      <path d="M9 2v30" stroke="var(--margin-red)" strokeWidth="1.6" />
      <path
        d="m13 19 5 5L31 9"
        stroke="var(--pen)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
