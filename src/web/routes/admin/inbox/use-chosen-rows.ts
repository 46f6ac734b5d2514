import { useCallback, useMemo, useRef, useState } from 'react'

export function useChosen(shown: string[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const now = useRef(shown)
  now.current = shown

  const choose = useCallback((id: string, isStretch: boolean) => {
    const stretch = isStretch && last.current ? between(now.current, last.current, id) : [id]
    last.current = id
    setMarked((before) => {
      const after = new Set(before)
      for (const each of stretch) {
        if (before.has(id)) after.delete(each)
        else after.add(each)
      }
      return after
    })
  }, [])
  const chooseAll = useCallback((ids: string[]) => setMarked(new Set(ids)), [])
  const clear = useCallback(() => setMarked(new Set()), [])
  const ids = useMemo(() => shown.filter((id) => marked.has(id)), [shown, marked])
  return { ids, marked, choose, chooseAll, clear }
}

export type Chosen = ReturnType<typeof useChosen>

function between(shown: string[], one: string, other: string): string[] {
  const ends = [shown.indexOf(one), shown.indexOf(other)].sort((a, b) => a - b)
  const [first = -1, last = -1] = ends
  return first < 0 ? [other] : shown.slice(first, last + 1)
}
