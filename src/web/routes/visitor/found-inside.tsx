import type { FoundPaper } from '#domain/catalogue/find.server.ts'
import { titleLang } from './paper-words.ts'

export type Inside = NonNullable<FoundPaper['inside']>

/** Where a search was found inside a paper: its page and line, with the found words under the highlighter. */
export function FoundInside({ inside: { page, line, marks } }: { inside: Inside }) {
  return (
    <p className="found-inside">
      <b>Found on page {page}:</b>{' '}
      <q lang={titleLang(line)}>
        {piecesOf(line, marks).map(({ from, text, isMarked }) =>
          isMarked ? <mark key={from}>{text}</mark> : <span key={from}>{text}</span>,
        )}
      </q>
    </p>
  )
}

function piecesOf(line: string, marks: Inside['marks']) {
  const pieces: { from: number; text: string; isMarked: boolean }[] = []
  let at = 0
  const take = (to: number, isMarked: boolean) => {
    if (to > at) pieces.push({ from: at, text: line.slice(at, to), isMarked })
    at = Math.max(at, to)
  }
  for (const [start, end] of marks) {
    take(start, false)
    take(end, true)
  }
  take(line.length, false)
  return pieces
}
