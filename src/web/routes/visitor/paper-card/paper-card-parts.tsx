import { subjectName } from '#domain/paper/labels.ts'
import { type Paper, weightLine } from '#domain/paper/paper.ts'
import { grouped } from '#web/ui/grouped.ts'

const A4 = Math.SQRT2

/**
 * Page 1 on a ruled sheet, `width` pixels wide: the sheet alone shows where there is no picture, or where it does not
 * arrive. The one that a page `opens` with comes before all other pictures.
 */
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
          fetchPriority={opens ? 'high' : undefined}
          decoding="async"
          draggable={false}
        />
      )}
    </span>
  )
}

/** The links that open a paper's file and, where there is one, its answer. */
export function OpenPaper({ paper, answer, onView }: { paper: Paper; answer: string; onView: () => void }) {
  return (
    <>
      <a
        className="action open"
        href={paper.link}
        target="_blank"
        rel="noopener"
        aria-label={`View Paper: ${paper.title} (${weightLine(paper)}, opens in a new tab)`}
        onClick={onView}
        onAuxClick={(event) => event.button === 1 && onView()}
      >
        <span className="sweeps">View Paper</span>
      </a>
      {paper.referenceLink && (
        <a
          className="action"
          href={paper.referenceLink}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${answer}: ${paper.title} (opens in a new tab)`}
        >
          <span className="sweeps">{answer}</span>
        </a>
      )}
    </>
  )
}

/** "1 view", "1,204 views". */
export function viewsText(views: number): string {
  return `${grouped(views)} ${views === 1 ? 'view' : 'views'}`
}
