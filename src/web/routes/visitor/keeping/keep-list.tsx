import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { PICK_LIMIT } from '#domain/bundles/picked.ts'
import { estimateBytes } from '#domain/keeping/keepable-paper.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { type KeepBytes, KeepPapers } from './keep-papers.tsx'
import { useIsKept, useKeptIds } from './kept-ids.ts'

/** Keeps a list of papers. Its size is asked for when the button comes into sight. */
export function KeepList({ papers }: { papers: readonly { id: string; title: string }[] }) {
  const place = useRef<HTMLDivElement>(null)
  const shown = papers.slice(0, PICK_LIMIT)
  const ids = shown.map(({ id }) => id).join(',')
  const [known, setKnown] = useState<{ ids: string; bytes: KeepBytes } | null>(null)
  useEffect(() => {
    if (!place.current || ids === '') return
    let isLeft = false
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watcher.disconnect()
      askBytes(ids).then(
        (bytes) => !isLeft && setKnown({ ids, bytes }),
        () => {},
      )
    })
    watcher.observe(place.current)
    return () => {
      isLeft = true
      watcher.disconnect()
    }
  }, [ids])
  if (ids === '') return null
  return (
    <div ref={place} className="keep-list noscript:hidden">
      <KeepPapers papers={shown} bytes={known?.ids === ids ? known.bytes : null} />
    </div>
  )
}

async function askBytes(ids: string): Promise<KeepBytes> {
  const { askKeepable } = await import('./ask-keepable.ts')
  const papers = await askKeepable(ids.split(','))
  return {
    light: papers.reduce((sum, paper) => sum + estimateBytes(paper, false), 0),
    files: papers.reduce((sum, { bytes }) => sum + bytes.file, 0),
    answers: papers.reduce((sum, { bytes }) => sum + bytes.answers, 0),
  }
}

/** The way to what is kept, where something is; `searches` it for what the page looked for. */
export function KeptLink({ searches = false }: { searches?: boolean }) {
  const m = useMessages()
  const { search } = useLocation()
  const words = searches ? new URLSearchParams(search).get('q') : null
  if (useKeptIds().length === 0) return null
  return (
    <p>
      <Link className="action" to={words ? `/kept?${new URLSearchParams({ q: words })}` : '/kept'}>
        <span className="sweeps">{m.kept_title()}</span>
      </Link>
    </p>
  )
}

/** On a card, over its picture, so that nothing moves when it comes. */
export function KeptMark({ id }: { id: string }) {
  const m = useMessages()
  return useIsKept(id) && <span className="kept-mark" role="img" aria-label={m.kept_title()} />
}
