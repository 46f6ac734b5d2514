import { useEffect, useState } from 'react'
import type { KeptPaper } from '../keeping/keep/kept-store.ts'
import { useProgress } from '../keeping/keep-queue.ts'
import { useKeptIds } from '../keeping/kept-ids.ts'

/** What is kept, read anew when something was kept or removed, here or in another tab; null until it was read. */
export function useKept(): { papers: KeptPaper[] | null; isRefused: boolean } {
  const ids = useKeptIds()
  const progress = useProgress()
  const [papers, setPapers] = useState<KeptPaper[] | null>(null)
  const [isRefused, setRefused] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: both say that something has changed.
  useEffect(() => {
    let isLeft = false
    import('../keeping/keep/kept-store.ts')
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
