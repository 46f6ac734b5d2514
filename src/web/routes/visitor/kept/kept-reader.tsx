import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cutPart } from '#domain/page-images/page-parts.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { countView } from '../counting/views.ts'
import type { KeptPaper } from '../keeping/keep/kept-store.ts'
import { PaperFacts } from '../paper/paper-facts.tsx'
import { Reader } from '../paper/viewer/page-viewer.tsx'
import { KeptNote } from './kept-note.tsx'

/** The same reader as on the paper's page, with what is on this device. */
export function KeptReader({ kept, part: asked }: { kept: KeptPaper; part: string | null }) {
  const m = useMessages()
  const langOf = useTextLang()
  const { id, paper, pages, base } = kept
  const title = useLabels().title(paper.title)
  const images = pages.map((page) => page && { ...page, bytes: { 720: 0, 1440: 0 } })
  const part = cutPart({ pages: pages.length, images, isDone: true, base }, asked, true)
  const isOnline = useOnline()
  const counted = useRef(false)
  useEffect(() => {
    document.title = title
    // The router looked for the page before it was there.
    if (location.hash.startsWith('#page-')) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [title])
  const count = () => {
    if (!counted.current) void countView(id)
    counted.current = true
  }
  return (
    <>
      <p className="kept-back">
        <Link className="action" to="/kept">
          <span className="sweeps">{m.kept_title()}</span>
        </Link>
      </p>
      <article className="front-sheet" data-reads data-subject={paper.subject} aria-labelledby="paper-title">
        <header className="front-head">
          <h1 id="paper-title" lang={langOf(title)} data-long={title.length > 60 || undefined}>
            {title}
          </h1>
          <PaperFacts paper={paper} views={paper.views} />
          <KeptNote kept={kept} />
          <p className="kept-ways">
            <Link className="action" to={`/papers/${id}/sit`}>
              <span className="sweeps">{m.sit_heading()}</span>
            </Link>
            {paper.referenceLink && (
              <a className="action" href={paper.referenceLink} target="_blank" rel="noopener noreferrer">
                <span className="sweeps">{m.card_answer()}</span>
              </a>
            )}
          </p>
        </header>
        <Reader
          paper={paper}
          part={part}
          within={`paper=${id}`}
          hasFile={kept.hasFile || isOnline}
          onRead={count}
        />
      </article>
    </>
  )
}
