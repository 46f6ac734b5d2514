import { Link } from 'react-router'
import { type Paper, weightLine } from '#domain/catalogue/paper.ts'
import { paperPath } from '#domain/catalogue/paper-path.ts'
import { subjectName, titleLang } from './paper-words.ts'
import { useViewCount } from './use-view-count.ts'

/** A paper as a small sheet: what it is, what opening it costs, and the way to it. */
export function PaperCard({ paper, heading: Heading }: { paper: Paper; heading: 'h2' | 'h3' | 'h4' }) {
  const [views, countView] = useViewCount(paper)
  const subject = subjectName(paper)
  return (
    <article className="paper-card" data-subject={paper.subject}>
      {paper.referenceLink && <span className="stamp">ANSWERS</span>}
      <CardThumbnail paper={paper} subject={subject} />
      <div className="min-w-0">
        <p className="grid gap-1 text-quiet text-sm leading-snug">
          <span className="badge">{subject}</span>
          <span>
            {paper.month} {paper.year}
          </span>
        </p>
        <Heading
          lang={titleLang(paper.title)}
          className="mt-1.5 mb-1.5 line-clamp-3 font-semibold text-[1.1875rem] leading-tight"
        >
          <Link className="to-page" to={paperPath(paper)}>
            {paper.title}
          </Link>
        </Heading>
        <p className="text-balance text-quiet text-sm leading-snug">{weightLine(paper)}</p>
      </div>
      <footer>
        <a
          className="action open"
          href={paper.link}
          target="_blank"
          rel="noopener"
          aria-label={`View Paper: ${paper.title} (${weightLine(paper)}, opens in a new tab)`}
          onClick={countView}
          onAuxClick={(event) => event.button === 1 && countView()}
        >
          <span className="sweeps">View Paper</span>
        </a>
        {paper.referenceLink && (
          <a
            className="action"
            href={paper.referenceLink}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Free Answer: ${paper.title} (opens in a new tab)`}
          >
            <span className="sweeps">Free Answer</span>
          </a>
        )}
        <span className="ml-auto text-quiet text-sm">
          {views.toLocaleString('en-IN')} {views === 1 ? 'view' : 'views'}
        </span>
      </footer>
    </article>
  )
}

/** Page 1 on a ruled sheet: the sheet alone shows where there is no picture, or where it does not arrive. */
function CardThumbnail({ paper, subject }: { paper: Paper; subject: string }) {
  return (
    <span className="thumbnail" aria-hidden="true">
      <span className="ruled-name">{subject}</span>
      <span className="ruled-year">{paper.year}</span>
      {paper.thumbnail && (
        <img src={paper.thumbnail} alt="" width={96} height={136} loading="lazy" decoding="async" />
      )}
    </span>
  )
}
