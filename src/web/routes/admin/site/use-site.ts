import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import type { Centre } from '#domain/centre/centre.ts'
import { checkCentre } from '#domain/centre/check-centre.ts'
import { type Json, mergeDocuments } from '#domain/centre/merge-documents.ts'
import { DEFAULT_TEXTS } from '#domain/centre/texts/default-texts.ts'
import { changedFields } from '#domain/centre/versions/document-fields.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { failureOf } from '../client/failure-of.ts'
import { JOURNAL } from '../journal/use-journal.ts'
import { valueAt, withValue } from './document-path.ts'
import type { SiteDraft } from './site-draft.ts'
import { useSiteDraft } from './use-site-draft.ts'

export const SITE = ['site'] as const
export const SITE_HISTORY = ['site-history'] as const

export type Faults = Record<string, string>
/** What somebody else has published while this was typed. */
export type Meanwhile = { theirs: string[]; both: string[]; since: number }
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
  const { draft: kept, setDraft, isKept, isFound } = useSiteDraft()
  /** The version of a draft that is newer than what is published, also when that was read anew. */
  const [newest, setNewest] = useState<number | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const [note, setNote] = useState('')
  const [isPublishing, setPublishing] = useState(false)
  // Another tab has put it on top of a version that this one has not read yet; or the site came back from a backup.
  const isAhead = kept !== null && published !== null && kept.version > published.version
  const { refetch } = read
  useEffect(() => {
    if (isAhead) void refetch().then(() => setNewest(kept.version))
  }, [isAhead, kept?.version, refetch])

  // While it is drawn, so that no form of an older version is ever seen.
  if (kept && published && published.version !== kept.version && (!isAhead || newest === kept.version))
    putOnTop(kept, published)

  const typed = (kept?.typed ?? published?.centre) as Centre | undefined
  const changed = kept && typed ? changedFields(kept.base, typed) : []

  function put(next: Json) {
    if (!published) return
    const from = kept ?? {
      ...{ version: published.version, base: published.centre, note: '' },
      begunAt: new Date().toISOString(),
    }
    const isSame = changedFields(from.base, next as Centre).length === 0 && from.note === ''
    setDraft(isSame ? null : { ...from, typed: withoutCame(next) })
    setNote('')
  }

  /** Texts that came with the pages are content as soon as one of them is changed. */
  function whole(path: string): Json {
    const [list = ''] = path.split('[')
    const came = DEFAULT_TEXTS[list as keyof typeof DEFAULT_TEXTS]
    const document = typed as Record<string, Json> | undefined
    return came && document?.[list] === undefined ? { ...document, [list]: came } : document
  }

  function set(path: string, value: Json) {
    put(withValue(whole(path), path, value))
    setFaults((known) => withoutFaults(known, path))
  }

  /** Says what is wrong with this field, and with no other that nobody has come to yet. */
  function leave(path: string) {
    const found = faultsOf(typed, published?.centre)
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
    setMeanwhile({ theirs, both, since: mine.version })
  }

  /** The path of the first field that is wrong, or null. */
  async function publish(): Promise<string | null> {
    if (!kept || !typed || isPublishing) return null
    const found = faultsOf(typed, published?.centre)
    flushSync(() => setFaults(found))
    const [first] = Object.keys(found)
    if (first !== undefined) return first
    setPublishing(true)
    setNote('')
    try {
      const json = { basedOn: kept.version, note: kept.note, centre: typed }
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
    ...{ published, typed, changed, faults, meanwhile, note, isPublishing, isKept },
    /** That stood on the device when the page was opened. */
    found: isFound ? kept : null,
    begunAt: kept?.begunAt ?? '',
    failure: failureOf(read, 'What the site says could not be read. Check your connection.'),
    load: () => void read.refetch(),
    draftNote: kept?.note ?? '',
    setDraftNote: (text: string) => kept && setDraft({ ...kept, note: text }),
    value: (path: string) => valueAt(whole(path), path),
    /** As it is published, or undefined for what is new. */
    former: (path: string) => valueAt(kept?.base ?? typed, path),
    ...{ put, set, leave, discard, publish },
    closeMeanwhile: () => setMeanwhile(null),
  }
}

/** Texts as they came are not kept, so that they follow the site when it learns something. */
function withoutCame(document: Json): Json {
  const came = Object.entries(DEFAULT_TEXTS).filter(
    ([list, texts]) => JSON.stringify(valueAt(document, list)) === JSON.stringify(texts),
  )
  return came.reduce((rest, [list]) => withValue(rest, list, undefined), document)
}

function faultsOf(document: unknown, present: Centre | undefined): Faults {
  const checked = checkCentre(document, present && [present])
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
