import { useEffect, useRef, useState } from 'react'
import { PICK_LIMIT } from '#domain/bundles/picked.ts'
import { estimateBytes } from '#domain/keeping/keepable-paper.ts'
import { type KeepBytes, KeepPapers } from './keep-papers.tsx'

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
  const { askKeepable } = await import('./keep/ask-keepable.ts')
  const papers = await askKeepable(ids.split(','))
  return {
    light: papers.reduce((sum, paper) => sum + estimateBytes(paper, false), 0),
    files: papers.reduce((sum, { bytes }) => sum + bytes.file, 0),
    answers: papers.reduce((sum, { bytes }) => sum + bytes.answers, 0),
  }
}
