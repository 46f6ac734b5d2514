import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import type { Centre } from '#domain/centre/centre.ts'
import { checkCentre } from '#domain/centre/check-centre.ts'
import { type Json, mergeDocuments } from '#domain/centre/merge-documents.ts'
import { changedFields } from '#domain/centre/versions/document-fields.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { failureOf } from '../client/failure-of.ts'
import { JOURNAL } from '../journal/use-journal.ts'
import { valueAt, withValue } from './document-path.ts'
import { keepSiteDraft, readSiteDraft, type SiteDraft } from './site-draft.ts'

export const SITE = ['site'] as const
export const SITE_HISTORY = ['site-history'] as const

export type Faults = Record<string, string>
/** What somebody else has published while this was typed. */
export type Meanwhile = { theirs: string[]; both: string[] }
type Published = { version: number; centre: Centre }

const KEPT = 'What you typed is still here; try again.'

export type SiteDesk = ReturnType<typeof useSite>

/** The published document, what is typed on top of it, and the way to publish it. */
export function useSite() {
  const cache = useQueryClient()
  const { revalidate } = useRevalidator()
  const read = useQuery({
    queryKey: SITE,
    queryFn: () => callAdmin((api) => api.site.$get()),
    // Somebody else may have published.
    refetchOnWindowFocus: 'always',
  })
  const published = read.data ?? null
  const [kept, setDraft] = useState<SiteDraft | null>(readSiteDraft)
  const [faults, setFaults] = useState<Faults>({})
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const [note, setNote] = useState('')
  const [isPublishing, setPublishing] = useState(false)
  useEffect(() => keepSiteDraft(kept), [kept])

  // While it is drawn, so that no form of an older version is ever seen.
  if (kept && published && published.version !== kept.version) putOnTop(kept, published)

  const typed = (kept?.typed ?? published?.centre) as Centre | undefined
  const changed = kept && typed ? changedFields(kept.base, typed) : []

  function put(next: Json) {
    if (!published) return
    const from = kept ?? { version: published.version, base: published.centre, note: '' }
    const isSame = changedFields(from.base, next as Centre).length === 0 && from.note === ''
    setDraft(isSame ? null : { ...from, typed: next })
    setNote('')
  }

  function set(path: string, value: Json) {
    put(withValue(typed, path, value))
    setFaults((known) => withoutFaults(known, path))
  }

  /** Says what is wrong with this field, and with no other that nobody has come to yet. */
  function leave(path: string) {
    const found = faultsOf(typed)
    setFaults((known) => ({ ...withoutFaults(known, path), ...faultsAt(found, path) }))
  }

  function discard() {
    setDraft(null)
    setFaults({})
    setMeanwhile(null)
    setNote('')
  }

  function putOnTop(mine: SiteDraft, current: Published) {
    const { document, theirs, both } = mergeDocuments(mine.base, mine.typed, current.centre)
    setDraft({ ...mine, version: current.version, base: current.centre, typed: document })
    setMeanwhile({ theirs, both })
  }

  /** The path of the first field that is wrong, or null. */
  async function publish(): Promise<string | null> {
    if (!kept || !typed || isPublishing) return null
    const found = faultsOf(typed)
    flushSync(() => setFaults(found))
    const [first] = Object.keys(found)
    if (first !== undefined) return first
    setPublishing(true)
    setNote('')
    try {
      const { version, base: _, ...content } = kept
      const json = { basedOn: version, note: content.note, centre: typed }
      const answer = await callAdmin((api) => api.site.$put({ json }))
      await cache.cancelQueries({ queryKey: SITE })
      cache.setQueryData(SITE, { ...answer, locked: null })
      discard()
      toastSuccess('Published: the whole site says so now')
      for (const queryKey of [SITE_HISTORY, JOURNAL]) void cache.invalidateQueries({ queryKey })
      void revalidate()
    } catch (error) {
      const { status, code, message, told } = asCallError(error)
      toastFailure('Not published')
      if (status === 409 && told.current) {
        cache.setQueryData(SITE, { ...(told.current as Published), locked: null })
        setNote('Not published yet: somebody else has published meanwhile. Look at it, then publish again.')
      } else if (status === 422 && told.fields) {
        setFaults(told.fields as Faults)
        return Object.keys(told.fields)[0] ?? null
      } else if (code === 'unreached') setNote(`The site could not be reached. ${KEPT}`)
      else if (code === 'stopped')
        setNote('Stopped, and perhaps not published. What you typed is still here.')
      else setNote(message)
    } finally {
      setPublishing(false)
    }
    return null
  }

  return {
    ...{ published, typed, changed, faults, meanwhile, note, isPublishing },
    failure: failureOf(read, 'What the site says could not be read. Check your connection.'),
    load: () => void read.refetch(),
    draftNote: kept?.note ?? '',
    setDraftNote: (text: string) => kept && setDraft({ ...kept, note: text }),
    value: (path: string) => valueAt(typed, path),
    /** As it is published, or undefined for what is new. */
    former: (path: string) => valueAt(kept?.base ?? typed, path),
    ...{ put, set, leave, discard, publish },
    closeMeanwhile: () => setMeanwhile(null),
  }
}

function faultsOf(document: unknown): Faults {
  const checked = checkCentre(document)
  if ('centre' in checked) return {}
  const faults: Faults = {}
  for (const { field, message } of checked.faults) faults[field] ??= message
  return faults
}

function withoutFaults(faults: Faults, path: string): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !isWithin(field, path)))
}

function faultsAt(faults: Faults, path: string): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => isWithin(field, path)))
}

export function isWithin(field: string, path: string): boolean {
  return field === path || (field.startsWith(path) && /^[.[]/.test(field.slice(path.length)))
}
