import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Language } from '#domain/language/languages.ts'
import { type SittingPaper, sittingPaper } from '#domain/sitting/sitting-paper.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { useLanguage } from '#web/language/use-messages.ts'
import { whenIdle } from '#web/worker/register-worker.ts'
import type { KeptPaper } from '../keeping/keep/kept-store.ts'
import { pageHead } from '../page/page-head.ts'
import { SittingSoon } from '../sitting/sitting-soon.tsx'
import type { Route } from './+types/kept'
import { KeptList } from './kept-list.tsx'
import { KeptReader } from './kept-reader.tsx'
import { useKept } from './use-kept.ts'
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
  { paper, pages, base, texts, questions = [] }: KeptPaper,
  language: Language,
): SittingPaper {
  return sittingPaper(paper, { pages, base, questions, text: texts[0] ?? '', language })
}
