import { useEffect, useRef, useState } from 'react'
import { useOpenPaper } from './use-open-paper.ts'
import type { PapersPage } from './use-papers-list.ts'

export type Uploaded = { id: string; show: boolean }

/** The paper just uploaded, highlighted until one of `actions` changes; null when there is none. */
export function useNewPaper(uploaded: Uploaded | null, list: PapersPage | null, actions: unknown[]) {
  const [id, setId] = useState('')
  const [clear] = useState(() => () => setId(''))
  // biome-ignore lint/correctness/useExhaustiveDependencies: any of them is an action
  useEffect(clear, actions)
  useEffect(() => setId(uploaded?.id ?? ''), [uploaded])
  const { open: paper } = useOpenPaper(id, list, clear)

  const shown = useRef<Uploaded>(null)
  useEffect(() => {
    if (!paper || !uploaded?.show || shown.current === uploaded) return
    shown.current = uploaded
    const row = document.querySelector<HTMLElement>('.register > [data-new]')
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true })
  }, [paper, uploaded])
  return paper
}
