import { questionAddress } from '#domain/page-images/page-parts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import type { FoundPaper } from '#domain/search/finding/read-hits.server.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'

export type Inside = NonNullable<FoundPaper['inside']>

export function FoundInside({
  paper,
  inside: { page, line, marks, recognised, question },
}: {
  paper: Paper
  inside: Inside
}) {
  const m = useMessages()
  const langOf = useTextLang()
  const foundIn = question
    ? m.card_found_in_question({ number: question.number, page })
    : recognised
      ? m.card_found_on_scan({ page })
      : m.card_found_on_page({ page })
  return (
    <Link className="found-inside" to={paperPath(paper) + questionAddress(page, paper.pages, question?.id)}>
      <b>{foundIn}</b>{' '}
      <q lang={langOf(line)}>
        {piecesOf(line, marks).map(({ from, text, isMarked }) =>
          isMarked ? <mark key={from}>{text}</mark> : <span key={from}>{text}</span>,
        )}
      </q>
    </Link>
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
