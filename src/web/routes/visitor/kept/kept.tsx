import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Language } from '#domain/language/languages.ts'
import { cutPart } from '#domain/page-images/page-image.ts'
import { type SittingPaper, sittingPaper } from '#domain/sitting/sitting-paper.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages, useTextLang } from '#web/language/use-messages.ts'
import { useOnline } from '#web/ui/use-store.ts'
import { whenIdle } from '#web/worker/register-worker.ts'
import { countView } from '../counting/count-one.ts'
import { useProgress } from '../keeping/keep-queue.ts'
import { useKeptIds } from '../keeping/kept-ids.ts'
import type { KeptPaper } from '../keeping/kept-store.ts'
import { pageHead } from '../page/page-head.ts'
import { Reader } from '../paper/page-viewer.tsx'
import { PaperFacts } from '../paper/paper-facts.tsx'
import { SittingSoon } from '../sitting/sitting-soon.tsx'
import type { Route } from './+types/kept'
import { KeptList } from './kept-list.tsx'
import { KeptNote } from './kept-note.tsx'
import { writeFirstViews } from './write-first-views.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const m = messagesAt(matches)
  return pageHead(matches, {
    title: m.kept_title(),
    description: m.kept_description(),
    path: '/kept',
    unlisted: true,
  })
}

/**
 * What is on this device. The server knows nothing of it and draws the same page for all, which the worker remembers:
 * the address says which paper is read only after hydration.
 */
export default function KeptPage() {
  const { papers, isRefused } = useKept()
  const [asked] = useSearchParams()
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  useEffect(() => {
    if (papers) whenIdle(() => void writeFirstViews().catch(() => {}))
  }, [papers])
  const id = isHere ? asked.get('paper') : null
  const read = id === null ? undefined : papers?.find((paper) => paper.id === id)
  const language = useLanguage()
  const isSettled = isHere && (papers !== null || isRefused)
  return (
    <main id="content" className={read ? 'page paper-page wrap' : 'page kept-page wrap'} data-wakes>
      {/* The worker has put the paper's first page into it. React leaves that alone until it has the paper itself. */}
      {!isSettled && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty
        <div className="kept-first" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      )}
      <div className="ruled">
        {id !== null && isSettled && asked.has('sit') ? (
          <SittingSoon key={id} id={id} paper={read ? keptSitting(read, language) : null} />
        ) : read ? (
          <KeptReader key={read.id + read.base} kept={read} part={asked.get('part')} />
        ) : (
          <KeptList papers={papers} isRefused={isRefused} isMissing={id !== null && papers !== null} />
        )}
      </div>
    </main>
  )
}

/** What is kept of a paper, as it is sat. */
function keptSitting(
  { paper, pages, base, texts, questions = [], answers }: KeptPaper,
  language: Language,
): SittingPaper {
  const read = { pages, base, questions, ...(answers && { answers }) }
  return sittingPaper(paper, { ...read, text: texts[0] ?? '', language })
}

/** What is kept, read again when something was kept or removed, here or in another tab; null until it was read. */
function useKept(): { papers: KeptPaper[] | null; isRefused: boolean } {
  const ids = useKeptIds()
  const progress = useProgress()
  const [papers, setPapers] = useState<KeptPaper[] | null>(null)
  const [isRefused, setRefused] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: both say that something has changed.
  useEffect(() => {
    let isLeft = false
    import('../keeping/kept-store.ts')
      .then(({ readKept }) => readKept())
      .then(
        (read) => isLeft || setPapers(read),
        () => isLeft || setRefused(true),
      )
    return () => {
      isLeft = true
    }
  }, [ids, progress.size])
  return { papers, isRefused }
}

/** The same reader as on the paper's page, with what is on this device. */
function KeptReader({ kept, part: asked }: { kept: KeptPaper; part: string | null }) {
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
