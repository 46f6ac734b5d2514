import { useCallback, useEffect, useState } from 'react'
import { BIN_DAYS, type DeskPaper } from '#domain/paper/desk-paper.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { shortTitle } from '../form/paper-fields.ts'
import { type Answer, callDesk } from './desk-calls.ts'
import { tellOtherTabs } from './tab-channel.ts'

/** What was done last, the way back where there is one, and how to go on where it was broken off. */
export type LastAction = { sentence: string; undo?: () => Promise<unknown>; goOn?: () => Promise<unknown> }
export type PaperActions = ReturnType<typeof usePaperActions>
type Place = 'shelf' | 'bin'

/**
 * What is done to single papers. A row goes at once and comes back when the server refuses; `isGone` says of a paper,
 * as some list shows it, that it has left that list meanwhile.
 */
export function usePaperActions(list: unknown, reread: () => Promise<void>) {
  const [last, setLast] = useState<LastAction | null>(null)
  const [left, setLeft] = useState<ReadonlyMap<string, { from: Place; sure: boolean }>>(new Map())

  /** Takes papers out of sight: `sure` once the server has done it, so that the next list read is to be believed. */
  const leave = useCallback((ids: string[], from: Place | null, sure = false) => {
    setLeft((before) => {
      const next = new Map(before)
      for (const id of ids) {
        if (from) next.set(id, { from, sure })
        else next.delete(id)
      }
      return next
    })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list knows what was done before it was read
  useEffect(() => {
    setLeft((before) => new Map([...before].filter(([, { sure }]) => !sure)))
  }, [list])

  /** Reads the list again here and in other tabs, after something has changed. */
  const settle = useCallback(async () => {
    tellOtherTabs()
    await reread()
  }, [reread])

  async function bin(paper: DeskPaper) {
    leave([paper.id], 'shelf')
    setLast(null)
    const answer = await callDesk(`/papers/${paper.id}`, { method: 'DELETE' })
    if (!answer.ok && answer.status !== 404) return refused(paper, 'Error deleting PDF')
    const undo = () => restore(paper)
    toastSuccess('PDF deleted successfully', { name: 'Undo', act: () => void undo() })
    setLast({ sentence: `“${shortTitle(paper)}” is in the bin for ${BIN_DAYS} days.`, undo })
    leave([paper.id], 'shelf', true)
    await settle()
  }

  async function restore(paper: DeskPaper) {
    leave([paper.id], 'bin')
    setLast(null)
    const answer = await callDesk<DeskPaper>(`/papers/${paper.id}/restoration`, { method: 'POST' })
    if (!answer.ok && !(await isPublished(paper.id))) return refused(paper, sentenceOf(answer))
    toastSuccess('PDF restored')
    setLast({ sentence: `“${shortTitle(paper)}” is back among the papers.`, undo: () => bin(paper) })
    leave([paper.id], 'bin', true)
    await settle()
  }

  async function deleteForGood(paper: DeskPaper) {
    leave([paper.id], 'bin')
    setLast(null)
    const answer = await callDesk(`/bin/${paper.id}`, { method: 'DELETE' })
    if (!answer.ok && answer.status !== 404) return refused(paper, 'Error deleting PDF')
    toastSuccess('PDF deleted successfully')
    setLast({ sentence: `“${shortTitle(paper)}” is deleted for good.` })
    leave([paper.id], 'bin', true)
    await settle()
  }

  async function removeSamples() {
    setLast(null)
    const answer = await callDesk('/samples', { method: 'DELETE' })
    if (answer.ok) toastSuccess('PDF deleted successfully')
    else toastFailure('Error deleting PDF')
    await settle()
  }

  async function isPublished(id: string) {
    const answer = await callDesk<DeskPaper>(`/papers/${id}`)
    return answer.ok && answer.body.binnedAt === null
  }

  async function refused(paper: DeskPaper, sentence: string) {
    leave([paper.id], null)
    toastFailure(sentence)
    await reread()
  }

  const isGone = useCallback(
    (paper: DeskPaper) => left.get(paper.id)?.from === (paper.binnedAt === null ? 'shelf' : 'bin'),
    [left],
  )

  return { bin, restore, deleteForGood, removeSamples, last, setLast, isGone, leave, settle }
}

function sentenceOf(answer: Answer<unknown>): string {
  return answer.ok ? '' : answer.problem.detail
}
