import { useEffect, useId, useState } from 'react'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { SEARCH_TEXT_LIMIT } from '#domain/search/search-limits.ts'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { PaperLine } from './paper-line.tsx'

const DEBOUNCE_MS = 250

type Found = { papers: DeskPaper[] } | { sentence: string } | null

export function FindPaper({
  others,
  onChoose,
  onClose,
}: {
  others: DeskPaper[]
  onChoose: (paper: DeskPaper) => void
  onClose: () => void
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { found, busy, retry } = useSearch(typed)
  const shown = typed.trim() === '' ? others : found && 'papers' in found ? found.papers : []
  return (
    <div className="find-paper">
      <label htmlFor={id} className="mb-1 block font-semibold">
        Which paper?
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          className="input"
          type="search"
          // biome-ignore lint/a11y/noAutofocus: the field appears because it was asked for
          autoFocus
          autoComplete="off"
          placeholder="Title, class, year …"
          maxLength={SEARCH_TEXT_LIMIT}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
        <button type="button" className="button button-line" onClick={onClose}>
          Close
        </button>
      </div>
      <p className="mt-2 min-h-6 text-quiet text-sm" role="status">
        {busy ? 'Looking …' : saidOf(typed, found, shown.length)}
      </p>
      {found && 'sentence' in found && (
        <button type="button" className="button button-line" onClick={retry}>
          Try again
        </button>
      )}
      <ul>
        {shown.map((paper) => (
          <li key={paper.id}>
            <button type="button" className="find-paper-choice" onClick={() => onChoose(paper)}>
              <PaperLine paper={paper} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function saidOf(typed: string, found: Found, shown: number) {
  if (typed.trim() === '')
    return shown > 0 ? 'These may be meant, too; or search.' : 'Type some words of its title.'
  if (!found) return ''
  if ('sentence' in found) return found.sentence
  return shown === 0 ? 'No paper has all these words.' : ''
}

function useSearch(typed: string) {
  const [found, setFound] = useState<Found>(null)
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const q = typed.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    let current = true
    setFound(null)
    setBusy(q !== '')
    const timer = setTimeout(async () => {
      if (q === '') return
      const answer = await searchPapers(q)
      if (!current) return
      setFound(answer)
      setBusy(false)
    }, DEBOUNCE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [q, round])
  return { found, busy, retry: () => setRound((count) => count + 1) }
}

async function searchPapers(q: string): Promise<Found> {
  try {
    const { papers } = await callAdmin((api) => api.papers.$get({ query: { q } }))
    return { papers: papers.toSorted((a, b) => Number(a.answers !== null) - Number(b.answers !== null)) }
  } catch (error) {
    const { status, message } = asCallError(error)
    return { sentence: status === 0 ? 'The papers could not be searched. Check your connection.' : message }
  }
}
