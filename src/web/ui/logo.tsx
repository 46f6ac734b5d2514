/** In letters: beside the menu, or a phone's two buttons, there is no more room on one line. */
const LONG = 18

/** `mark` stands in the place of the drawn sign. */
export function Logo({ name, mark }: { name: string; mark?: React.ReactNode }) {
  return (
    <span className="flex items-center gap-2.5 font-extrabold text-2xl/8 text-ink tracking-tight">
      {mark ?? <Sign />}
      <span className={[...name].length > LONG ? 'logo-name logo-long' : 'logo-name'}>{name}</span>
    </span>
  )
}

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
