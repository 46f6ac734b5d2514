import { Link } from 'react-router'
import { gradeLabel, type Paper, PREVIOUS_YEARS, typeLabel, weightLine } from '#domain/catalogue/paper.ts'
import { paperPath } from '#domain/catalogue/paper-path.ts'
import { useViewCount } from '../use-view-count.ts'

/** A paper as a sheet lying wide: its picture large, and its title leading to its own page. */
export function LatestPaperCard({ paper }: { paper: Paper }) {
  const [views, countView] = useViewCount(paper)
  const subject = paper.subject === 'all' ? typeLabel(paper.type) : paper.subject
  const titleLang = /\p{Script=Tamil}/u.test(paper.title) ? 'ta' : undefined
  return (
    <article className="paper-card latest-card" data-subject={paper.subject}>
      {paper.referenceLink && <span className="stamp">ANSWERS</span>}
      <Thumbnail paper={paper} subject={subject} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-quiet text-sm leading-snug">
          <span className="badge">{subject}</span>
          <span>
            {paper.month} {paper.year}
          </span>
        </p>
        <h3 className="mt-2 mb-1.5 font-semibold text-[1.1875rem] leading-tight md:text-[1.375rem]">
          <Link to={paperPath(paper)} lang={titleLang} className="latest-title">
            {paper.title}
          </Link>
        </h3>
        <p className="text-quiet text-sm leading-snug">{whichClass(paper)}</p>
        <p className="text-quiet text-sm leading-snug">{weightLine(paper)}</p>
        <p className="text-quiet text-sm leading-snug">
          {views.toLocaleString('en-IN')} {views === 1 ? 'view' : 'views'}
        </p>
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
            aria-label={`Reference link: ${paper.title} (opens in a new tab)`}
          >
            <span className="sweeps">Reference link</span>
          </a>
        )}
      </footer>
    </article>
  )
}

function whichClass({ type, grade, subject }: Paper) {
  const exam = subject === 'all' ? '' : `${typeLabel(type)} · `
  return grade === PREVIOUS_YEARS ? `${exam}Previous years` : `${typeLabel(type)} · ${gradeLabel(grade)}`
}

function Thumbnail({ paper, subject }: { paper: Paper; subject: string }) {
  if (paper.thumbnail) {
    return (
      <span className="thumbnail">
        <img
          src={paper.thumbnail}
          alt=""
          width={144}
          height={204}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      </span>
    )
  }
  return (
    <span className="thumbnail thumbnail-ruled" aria-hidden="true">
      <b className="block text-(--hue) text-base leading-tight">{subject}</b>
      <i className="absolute bottom-2.5 left-2.5 font-bold text-3xl not-italic leading-none">{paper.year}</i>
    </span>
  )
}
