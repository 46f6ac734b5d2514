import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { PICK_LIMIT } from '#domain/bundles/picked.ts'
import { estimateBytes } from '#domain/offline/paper-manifest.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { type SaveBytes, SavePapers } from './save-papers.tsx'
import { useIsSaved, useSavedIds } from './saved-ids.ts'

/** Saves a list of papers. Its size is asked for when the button comes into sight. */
export function SaveList({ papers }: { papers: readonly { id: string; title: string }[] }) {
  const place = useRef<HTMLDivElement>(null)
  const shown = papers.slice(0, PICK_LIMIT)
  const ids = shown.map(({ id }) => id).join(',')
  const [known, setKnown] = useState<{ ids: string; bytes: SaveBytes } | null>(null)
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
    <div ref={place} className="save-list noscript:hidden">
      <SavePapers papers={shown} bytes={known?.ids === ids ? known.bytes : null} />
    </div>
  )
}

async function askBytes(ids: string): Promise<SaveBytes> {
  const { fetchManifests } = await import('./fetch-manifests.ts')
  const papers = await fetchManifests(ids.split(','))
  return {
    light: papers.reduce((sum, paper) => sum + estimateBytes(paper, false), 0),
    files: papers.reduce((sum, { bytes }) => sum + bytes.file, 0),
    answers: papers.reduce((sum, { bytes }) => sum + bytes.answers, 0),
  }
}

/** The way to what is saved, where something is; `searches` it for what the page looked for. */
export function SavedLink({ searches = false }: { searches?: boolean }) {
  const m = useMessages()
  const { search } = useLocation()
  const words = searches ? new URLSearchParams(search).get('q') : null
  if (useSavedIds().length === 0) return null
  return (
    <p>
      <Link className="action" to={words ? `/kept?${new URLSearchParams({ q: words })}` : '/kept'}>
        <span className="sweeps">{m.offline_title()}</span>
      </Link>
    </p>
  )
}

/** On a card, over its picture, so that nothing moves when it comes. */
export function SavedMark({ id }: { id: string }) {
  const m = useMessages()
  return useIsSaved(id) && <span className="saved-mark" role="img" aria-label={m.offline_title()} />
}
