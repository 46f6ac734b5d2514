import { unbroken } from '#domain/language/labels.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'

const A4 = Math.SQRT2

/** The ruled sheet stays visible where the picture is missing; `opens` loads the picture first. */
export function PaperThumbnail({
  paper,
  width,
  opens = false,
}: {
  paper: Paper
  width: number
  opens?: boolean
}) {
  const labels = useLabels()
  return (
    <span className="thumbnail" aria-hidden="true">
      <span className="ruled-name">{labels.paperSubject(paper)}</span>
      <span className="ruled-year">{paper.year}</span>
      {paper.thumbnail && (
        <img
          src={paper.thumbnail}
          alt=""
          width={width}
          height={Math.round(width * A4)}
          loading={opens ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
        />
      )}
    </span>
  )
}

export function OpenPaper({ paper, answer }: { paper: Paper; answer: string }) {
  const m = useMessages()
  const labels = useLabels()
  const title = labels.title(paper.title)
  return (
    <>
      <a
        className="open"
        href={paper.link}
        target="_blank"
        rel="noopener"
        aria-label={m.card_view_label({ title, weight: unbroken(labels.weight(paper)) })}
        data-views={paper.id}
      >
        {m.card_view()}
      </a>
      {paper.referenceLink && (
        <a
          href={paper.referenceLink}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={m.card_answer_label({ answer, title })}
        >
          {answer}
        </a>
      )}
    </>
  )
}
