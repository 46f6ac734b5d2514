import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { BIN_DAYS } from '#domain/bin/bin-days.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { DELETED, NOT_DELETED } from '../titles-and-toasts.ts'
import { momentLabel } from '../visibility-input.tsx'
import { shortTitle } from './drafts.ts'
import { LISTS, type PapersPage, useRefreshPapers } from './use-papers-list.ts'

/** `goOn` resumes an interrupted action. */
export type LastAction = { sentence: string; undo?: () => Promise<unknown>; goOn?: () => Promise<unknown> }
type Tell = (last: LastAction | null) => void
export type PaperActions = ReturnType<typeof usePaperActions>

type Visibility = { hidden: boolean; showAt: string | null }
/** A removal from the papers or the bin; `refused` replaces the server's sentence. */
type Leaving = {
  paper: AdminPaper
  inBin: boolean
  send: () => Promise<unknown>
  done: (tell: Tell) => void
  refused?: string
}

const LEAVING = ['leave-the-list']

/** Optimistic: a row is removed at once and comes back when the server refuses. */
export function usePaperActions() {
  const cache = useQueryClient()
  const refresh = useRefreshPapers()
  const [last, setLast] = useState<LastAction | null>(null)
  const begun = useRef(0)

  /** For an action that begins: what it returns sets `last` until another action begins, whose answer may come first. */
  const begin = useCallback((): Tell => {
    begun.current += 1
    const own = begun.current
    return (last) => {
      if (begun.current === own) setLast(last)
    }
  }, [])

  const dropFromLists = useCallback(
    (ids: string[]) => {
      const gone = new Set(ids)
      cache.setQueriesData<PapersPage>({ queryKey: LISTS }, (list) => {
        const papers = list?.papers.filter(({ id }) => !gone.has(id))
        return list && papers && { ...list, papers, total: list.total - list.papers.length + papers.length }
      })
    },
    [cache],
  )

  const { mutateAsync } = useMutation({
    mutationKey: LEAVING,
    mutationFn: ({ send }: Leaving) => send(),
    onMutate() {
      const tell = begin()
      tell(null)
      return tell
    },
    onSuccess: async (_, { paper, done }, tell) => {
      done(tell)
      dropFromLists([paper.id])
      await refresh()
    },
    onError: async (error, { refused }) => {
      toastFailure(refused ?? asCallError(error).message)
      await cache.invalidateQueries({ queryKey: LISTS })
    },
  })
  const leaving = useMutationState({
    filters: { mutationKey: LEAVING, status: 'pending' },
    select: ({ state }) => state.variables as Leaving,
  })
  // onError has shown a toast.
  const leave = (leaving: Leaving) => mutateAsync(leaving).catch(() => undefined)
  /** On its way out of the list that shows it: the papers, or the bin. */
  const isLeaving = ({ id, binnedAt }: AdminPaper) =>
    leaving.some(({ paper, inBin }) => paper.id === id && inBin === (binnedAt !== null))

  const bin = (paper: AdminPaper): Promise<unknown> =>
    leave({
      paper,
      inBin: false,
      refused: NOT_DELETED,
      send: () =>
        callAdmin((api) => api.papers[':id'].$delete({ param: { id: paper.id } })).catch(isAlreadyDeleted),
      done(tell) {
        const undo = () => restore(paper)
        toastSuccess(DELETED, { name: 'Undo', act: () => void undo() })
        tell({ sentence: `“${shortTitle(paper)}” is in the bin for ${BIN_DAYS} days.`, undo })
      },
    })

  const restore = (paper: AdminPaper): Promise<unknown> =>
    leave({
      paper,
      inBin: true,
      send: () =>
        callAdmin((api) => api.papers[':id'].restoration.$post({ param: { id: paper.id } })).catch(
          async (error) => {
            if (!(await isPublished(paper))) throw error
          },
        ),
      done(tell) {
        toastSuccess('PDF restored')
        tell({ sentence: `“${shortTitle(paper)}” is back among the papers.`, undo: () => bin(paper) })
      },
    })

  const deleteForGood = (paper: AdminPaper): Promise<unknown> =>
    leave({
      paper,
      inBin: true,
      refused: NOT_DELETED,
      send: () =>
        callAdmin((api) => api.bin[':id'].$delete({ param: { id: paper.id } })).catch(isAlreadyDeleted),
      done(tell) {
        toastSuccess(DELETED)
        tell({ sentence: `“${shortTitle(paper)}” is deleted for good.` })
      },
    })

  /** Hides it, shows it, or hides it until another time; undone, it is as `paper` was. */
  async function setVisibility(paper: AdminPaper, json: Visibility): Promise<boolean> {
    const tell = begin()
    tell(null)
    try {
      const param = { id: paper.id }
      const now = await callAdmin((api) => api.papers[':id'].visibility.$put({ param, json }))
      const former = { hidden: paper.hiddenAt !== null, showAt: paper.showAt }
      const undo = () => setVisibility(now, former)
      const said = now.hiddenAt === null ? 'visible' : whenHidden(now.showAt)
      toastSuccess(now.hiddenAt === null ? 'Visible' : 'Hidden', { name: 'Undo', act: () => void undo() })
      tell({ sentence: `“${shortTitle(paper)}” is ${said}.`, undo })
      if ((now.hiddenAt === null) !== (paper.hiddenAt === null)) dropFromLists([paper.id])
      await refresh()
      return true
    } catch (error) {
      toastFailure(asCallError(error).message)
      return false
    }
  }

  async function removeSamples() {
    begin()(null)
    await callAdmin((api) => api.samples.$delete()).then(
      () => toastSuccess(DELETED),
      () => toastFailure(NOT_DELETED),
    )
    await refresh()
  }

  return {
    ...{ bin, restore, deleteForGood, setVisibility, removeSamples },
    ...{ last, begin, isLeaving, dropFromLists, refresh },
  }
}

/** "hidden until 1 December 2026, 9:00 am". */
export function whenHidden(showAt: string | null): string {
  return showAt ? `hidden until ${momentLabel(showAt)}` : 'hidden'
}

/** Deleted in another tab, or by a try whose answer was lost: what was asked for is so. */
function isAlreadyDeleted(error: unknown) {
  if (asCallError(error).status !== 404) throw error
}

async function isPublished({ id }: AdminPaper) {
  const paper = await callAdmin((api) => api.papers[':id'].$get({ param: { id }, query: {} })).catch(
    () => null,
  )
  return paper !== null && paper.binnedAt === null
}
