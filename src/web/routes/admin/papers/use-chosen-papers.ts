import { useCallback, useRef, useState } from 'react'
import type { FoundPaper } from '#domain/paper/desk-paper.ts'

export type Chosen = ReturnType<typeof useChosen>

/** Chosen papers of any page; with Shift, all between the last one and this one. */
export function useChosen() {
  const [papers, setPapers] = useState<ReadonlyMap<string, FoundPaper>>(new Map())
  const last = useRef<string>(undefined)

  const set = useCallback((some: FoundPaper[], chosen: boolean) => {
    setPapers((before) => {
      const next = new Map(before)
      for (const paper of some) {
        if (chosen) next.set(paper.id, paper)
        else next.delete(paper.id)
      }
      return next
    })
  }, [])

  const choose = useCallback(
    (paper: FoundPaper, chosen: boolean, { range, rows }: { range: boolean; rows: FoundPaper[] }) => {
      const from = rows.findIndex(({ id }) => id === last.current)
      const to = rows.findIndex(({ id }) => id === paper.id)
      last.current = paper.id
      if (!range || from < 0 || to < 0) return set([paper], chosen)
      set(rows.slice(Math.min(from, to), Math.max(from, to) + 1), chosen)
    },
    [set],
  )

  const clear = useCallback(() => {
    last.current = undefined
    setPapers((before) => (before.size > 0 ? new Map() : before))
  }, [])

  const drop = useCallback((ids: string[]) => {
    const gone = new Set(ids)
    setPapers((before) => new Map([...before].filter(([id]) => !gone.has(id))))
  }, [])

  return { papers, choose, set, drop, clear }
}
