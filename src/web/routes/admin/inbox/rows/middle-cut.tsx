/** Longer ones are cut where they stand on one line. */
const WHOLE = 34
const END_AT_LEAST = 26
/** Of a file's name its beginning tells more, which ends in letters without a meaning. */
export const FILE_END = 8

/** One line that keeps its end, which tells titles apart: what is too wide is left out before it. */
export function MiddleCut({ text, end = END_AT_LEAST }: { text: string; end?: number }) {
  const at = endOf(text, end)
  return (
    <span className="middle-cut">
      <span>{text.slice(0, at)}</span>
      <span>{text.slice(at)}</span>
    </span>
  )
}

export function isLong(text: string): boolean {
  return text.length > WHOLE
}

/** At a word's beginning, or at least not between a letter and its signs. */
function endOf(text: string, end: number): number {
  if (!isLong(text)) return text.length
  const from = text.length - (/\P{M}\p{M}*$/u.exec(text.slice(0, -end + 1))?.[0].length ?? 1) - end + 1
  const at = text.slice(0, from).search(/[\s_-]\S*$/)
  // A space is left out with what is before it: beside the dots it would be a hole.
  return at > from - 8 && at > 0 ? at + (text[at] === ' ' ? 1 : 0) : from
}
