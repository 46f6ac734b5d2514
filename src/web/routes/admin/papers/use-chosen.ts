import { useCallback, useRef, useState } from 'react'
import type { DeskPaper } from '#domain/catalogue/desk-paper.ts'

export type Chosen = ReturnType<typeof useChosen>

/** The papers that are chosen, from whatever pages; with shift held, all between the last one and this one. */
export function useChosen() {
  const [papers, setPapers] = useState<ReadonlyMap<string, DeskPaper>>(new Map())
  const last = useRef<string>(undefined)

  const set = useCallback((some: DeskPaper[], chosen: boolean) => {
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
    (paper: DeskPaper, chosen: boolean, { range, rows }: { range: boolean; rows: DeskPaper[] }) => {
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

  return { papers, choose, set, clear }
}
