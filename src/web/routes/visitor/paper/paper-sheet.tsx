import { type PublishedPaper, weightLine } from '#domain/catalogue/paper.ts'
import { degreeName, subjectName, titleLang } from '../paper-words.ts'
import { PickPaper } from '../picked/pick-paper.tsx'
import { useViewCount } from '../use-view-count.ts'
import { PaperFacts } from './paper-facts.tsx'
import type { QrCode } from './qr-path.server.ts'
import { SharePaper } from './share-paper.tsx'

/** The paper as its own front sheet: what it is, the way into it, page 1, and how to pass it on. */
export function PaperSheet({ paper, address, qr }: { paper: PublishedPaper; address: string; qr: QrCode }) {
  const [views, countView] = useViewCount(paper)
  const opens = {
    target: '_blank',
    rel: 'noopener',
    onClick: countView,
    onAuxClick: (event: React.MouseEvent) => event.button === 1 && countView(),
  }
  return (
    <article className="front-sheet" data-subject={paper.subject} aria-labelledby="paper-title">
      <header>
        <div className="front-kicker">
          <span className="badge">{subjectName(paper)}</span>
          {paper.referenceLink && <span className="stamp">ANSWERS</span>}
          <span className="front-degree">
            {degreeName(paper.type, paper.grade)} · {paper.month} {paper.year}
          </span>
        </div>
        <h1 id="paper-title" lang={titleLang(paper.title)} data-long={paper.title.length > 60 || undefined}>
          {paper.title}
        </h1>
        <p className="text-quiet">{weightLine(paper)}</p>
        <div className="front-buttons">
          <a
            className="button"
            href={paper.link}
            {...opens}
            aria-label={`View Paper (${weightLine(paper)}, opens in a new tab)`}
          >
            View Paper
          </a>
          {paper.referenceLink && (
            <a
              className="button button-line"
              href={paper.referenceLink}
              target="_blank"
              rel="noopener noreferrer"
              aria-label="Free Answer (opens in a new tab)"
            >
              Free Answer
            </a>
          )}
          <PickPaper paper={paper} word />
        </div>
      </header>
      {/* A second way to what View Paper opens, for whoever taps the picture. */}
      <a className="front-picture thumbnail" href={paper.link} {...opens} tabIndex={-1}>
        <span className="sr-only">Page 1 (opens the paper in a new tab)</span>
        <span className="ruled-name" aria-hidden="true">
          {subjectName(paper)}
        </span>
        <span className="ruled-year" aria-hidden="true">
          {paper.year}
        </span>
        {paper.thumbnail && (
          <img
            src={paper.thumbnail}
            alt=""
            width={480}
            height={679}
            loading="eager"
            fetchPriority="high"
            decoding="async"
          />
        )}
      </a>
      <PaperFacts paper={paper} views={views} />
      <SharePaper title={paper.title} address={address} />
      <div className="front-address">
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR code of this page's address">
          <path d={qr.path} />
        </svg>
        <p>
          Open this paper on a phone:
          <br />
          <b>{address}</b>
        </p>
      </div>
    </article>
  )
}
