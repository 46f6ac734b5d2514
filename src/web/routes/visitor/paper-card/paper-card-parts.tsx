import { subjectName, unbroken, weightLine } from '#domain/paper/labels.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { grouped } from '#web/ui/grouped.ts'

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
  return (
    <span className="thumbnail" aria-hidden="true">
      <span className="ruled-name">{subjectName(paper)}</span>
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
  return (
    <>
      <a
        className="open"
        href={paper.link}
        target="_blank"
        rel="noopener"
        aria-label={`View Paper: ${paper.title} (${unbroken(weightLine(paper))}, opens in a new tab)`}
        data-views={paper.id}
      >
        View Paper
      </a>
      {paper.referenceLink && (
        <a
          href={paper.referenceLink}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${answer}: ${paper.title} (opens in a new tab)`}
        >
          {answer}
        </a>
      )}
    </>
  )
}

export function viewsText(views: number): string {
  return `${grouped(views)} ${views === 1 ? 'view' : 'views'}`
}
