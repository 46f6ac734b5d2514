import { type Paper, typeLabel, weightLine } from '#domain/catalogue/paper.ts'
import { useViewCount } from './use-view-count.ts'

/** A paper as a small sheet: what it is, what opening it costs, and the way to it. */
export function PaperCard({ paper, heading: Heading }: { paper: Paper; heading: 'h2' | 'h3' | 'h4' }) {
  const [views, countView] = useViewCount(paper)
  const subject = paper.subject === 'all' ? typeLabel(paper.type) : paper.subject
  const titleLang = /\p{Script=Tamil}/u.test(paper.title) ? 'ta' : undefined
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
          lang={titleLang}
          className="mt-1.5 mb-1.5 line-clamp-3 font-semibold text-[1.1875rem] leading-tight"
        >
          {paper.title}
        </Heading>
        <p className="text-balance text-quiet text-sm leading-snug">{weightLine(paper)}</p>
      </div>
      <footer>
        <a
          className="action open"
          href={paper.link}
          target="_blank"
          rel="noopener"
          title={paper.title}
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

function CardThumbnail({ paper, subject }: { paper: Paper; subject: string }) {
  if (paper.thumbnail) {
    return (
      <span className="thumbnail">
        <img src={paper.thumbnail} alt="" width={96} height={136} loading="lazy" decoding="async" />
      </span>
    )
  }
  return (
    <span className="thumbnail thumbnail-ruled" aria-hidden="true">
      <b className="block text-(--hue) text-xs leading-none">{subject}</b>
      <i className="absolute bottom-2 left-2 font-bold text-xl not-italic leading-none">{paper.year}</i>
    </span>
  )
}
