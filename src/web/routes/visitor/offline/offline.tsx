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
import { useProgress } from '../downloads/download-queue.ts'
import type { SavedPaper } from '../downloads/offline-store.ts'
import { useSavedIds } from '../downloads/saved-ids.ts'
import { pageHead } from '../page/page-head.ts'
import { Reader } from '../paper/page-viewer.tsx'
import { PaperFacts } from '../paper/paper-facts.tsx'
import { SittingLazy } from '../sitting/sitting-lazy.tsx'
import type { Route } from './+types/offline'
import { SavedList } from './saved-list.tsx'
import { SavedNote } from './saved-note.tsx'
import { writeFirstViews } from './write-first-views.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const m = messagesAt(matches)
  return pageHead(matches, {
    title: m.offline_title(),
    description: m.offline_description(),
    path: '/kept',
    unlisted: true,
  })
}

/**
 * What is on this device. The server knows nothing of it and renders the same page for all, which the worker remembers:
 * the address says which paper is read only after hydration.
 */
export default function OfflinePage() {
  const { papers, isRefused } = useSaved()
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
    <main id="content" className={read ? 'page paper-page wrap' : 'page offline-page wrap'} data-hydrates>
      {/* The worker has put the paper's first page into it. React leaves that alone until it has the paper itself. */}
      {!isSettled && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty
        <div className="kept-first" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      )}
      <div className="ruled">
        {id !== null && isSettled && asked.has('sit') ? (
          <SittingLazy key={id} id={id} paper={read ? savedSitting(read, language) : null} />
        ) : read ? (
          <SavedReader key={read.id + read.base} saved={read} part={asked.get('part')} />
        ) : (
          <SavedList papers={papers} isRefused={isRefused} isMissing={id !== null && papers !== null} />
        )}
      </div>
    </main>
  )
}

/** What is saved of a paper, as it is sat. */
function savedSitting(
  { paper, pages, base, texts, questions = [], answers }: SavedPaper,
  language: Language,
): SittingPaper {
  const read = { pages, base, questions, ...(answers && { answers }) }
  return sittingPaper(paper, { ...read, text: texts[0] ?? '', language })
}

/** What is saved, read again when something was saved or removed, here or in another tab; null until it was read. */
function useSaved(): { papers: SavedPaper[] | null; isRefused: boolean } {
  const ids = useSavedIds()
  const progress = useProgress()
  const [papers, setPapers] = useState<SavedPaper[] | null>(null)
  const [isRefused, setRefused] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: both say that something has changed.
  useEffect(() => {
    let isLeft = false
    import('../downloads/offline-store.ts')
      .then(({ readSaved }) => readSaved())
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
function SavedReader({ saved, part: asked }: { saved: SavedPaper; part: string | null }) {
  const m = useMessages()
  const langOf = useTextLang()
  const { id, paper, pages, base } = saved
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
      <p className="saved-back">
        <Link className="action" to="/kept">
          <span className="sweeps">{m.offline_title()}</span>
        </Link>
      </p>
      <article className="front-sheet" data-reads data-subject={paper.subject} aria-labelledby="paper-title">
        <header className="front-head">
          <h1 id="paper-title" lang={langOf(title)} data-long={title.length > 60 || undefined}>
            {title}
          </h1>
          <PaperFacts paper={paper} views={paper.views} />
          <SavedNote saved={saved} />
          <p className="saved-ways">
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
          hasFile={saved.hasFile || isOnline}
          onRead={count}
        />
      </article>
    </>
  )
}
