/** Longer ones are cut where they stand on one line. */
const WHOLE = 34
const END_AT_LEAST = 26

/** One line that keeps its end, which tells titles apart: what is too wide is left out before it. */
export function MiddleCut({ text, className = '' }: { text: string; className?: string }) {
  const at = endOf(text)
  return (
    <span className={`middle-cut ${className}`}>
      <span>{text.slice(0, at)}</span>
      <span>{text.slice(at)}</span>
    </span>
  )
}

export function isLong(text: string): boolean {
  return text.length > WHOLE
}

/** At a word's beginning, so that no letter is parted from its signs. */
function endOf(text: string): number {
  if (!isLong(text)) return text.length
  const from = text.length - END_AT_LEAST
  const at = text.slice(0, from).search(/[\s_-]\S*$/)
  return at > from - 8 && at > 0 ? at : from
}
