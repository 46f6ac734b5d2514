import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import type { Centre } from '#domain/centre/centre.ts'
import { SENTENCE_NAMES } from '#domain/centre/own-sentences.ts'
import { isSentence, sentenceAsItCame } from '#domain/centre/own-words.ts'
import { type DefaultTexts, defaultTexts } from '#domain/centre/texts/default-texts.ts'
import { withoutEmptyTranslations } from '#domain/centre/translations/translated.ts'
import { changedFields, type Json, mergeDocuments } from '#domain/centre/versions/document-fields.ts'
import { isWronglyMarkedSample } from '#domain/onboarding/sample-values.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { cacheAnswer } from '../client/cache-answer.ts'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError, failureOf } from '../client/call-error.ts'
import { JOURNAL } from '../journal/use-journal.ts'
import { type Faults, faultsAt, faultsOf, isWithin, withoutFaults } from './field-rules.ts'
import {
  joinDrafts,
  readSiteDraft,
  type SiteDraft,
  saveSiteDraft,
  watchSiteDraft,
  whoPublished,
} from './site-draft.ts'

export const SITE = ['site'] as const
export const SITE_HISTORY = ['site-history'] as const

/** What somebody else has published while this was typed. */
export type Conflict = { author: string; theirs: string[]; both: string[]; since: number }
type Published = { version: number; author: string; centre: Centre }

const SAYS_SAMPLE = 'contacts.sample'
const KEPT = 'What you typed is still here; try again.'

export type SiteEditor = ReturnType<typeof useSite>

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
  const { draft: localDraft, setDraft, isStored, isFound } = useSiteDraft()
  /** The version of a draft that is newer than what is published, also when that was read again. */
  const [newest, setNewest] = useState<number | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [meanwhile, setConflict] = useState<Conflict | null>(null)
  const [note, setNote] = useState('')
  /** The draft in whose place a whole document came. */
  const [replaced, setReplaced] = useState<SiteDraft | null>(null)
  const [isPublishing, setPublishing] = useState(false)
  // Another tab has put it on top of a version that this one has not read yet; or the site came back from a backup.
  const isAhead = localDraft !== null && published !== null && localDraft.version > published.version
  const { refetch } = read
  useEffect(() => {
    if (isAhead) void refetch().then(() => setNewest(localDraft.version))
  }, [isAhead, localDraft?.version, refetch])

  // While it is rendered, so that no form of an older version is ever seen.
  if (
    localDraft &&
    published &&
    published.version !== localDraft.version &&
    (!isAhead || newest === localDraft.version)
  )
    putOnTop(localDraft, published)

  const typed = (localDraft?.typed ?? published?.centre) as Centre | undefined
  const changed = localDraft && typed ? changedFields(localDraft.base, typed) : []

  function put(changedTo: Json) {
    if (!published) return
    const next = withoutEmptyTranslations(changedTo)
    const from = localDraft ?? {
      ...{ version: published.version, base: published.centre, note: '' },
      begunAt: new Date().toISOString(),
    }
    const isSame = changedFields(from.base, next as Centre).length === 0 && from.note === ''
    setDraft(isSame ? null : { ...from, typed: withoutCame(next) })
    setNote('')
  }

  /** A whole document in the place of what is in the form, which can be had again. */
  function replace(next: Json) {
    setReplaced(changed.length > 0 ? localDraft : null)
    setFaults({})
    put(next)
  }

  function undoReplacing() {
    setDraft(replaced)
    setReplaced(null)
    setFaults({})
  }

  /** Texts that came with the pages are content as soon as one of them is changed. */
  function whole(path: string): Json {
    const [list = ''] = path.split('[')
    const came = defaultTexts()[list as keyof DefaultTexts]
    const document = typed as Record<string, Json> | undefined
    return came && document?.[list] === undefined ? { ...document, [list]: came } : document
  }

  function set(path: string, value: Json) {
    const next = withValue(whole(path), path, value)
    // With the last contact that was a sample, the pages say no more that they are.
    const isOwn = isWithin(path, 'contacts') && path !== SAYS_SAMPLE && isWronglyMarkedSample(next as Centre)
    put(isOwn ? withValue(next, SAYS_SAMPLE, false) : next)
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
    setConflict(null)
    setNote('')
    setReplaced(null)
  }

  function putOnTop(mine: SiteDraft, current: Published) {
    const { document, theirs, both } = mergeDocuments(mine.base, mine.typed, current.centre)
    setDraft({ ...mine, version: current.version, base: current.centre, typed: document })
    setConflict({ author: current.author, theirs, both, since: mine.version })
  }

  /** The path of the first field that is wrong, or null. */
  async function publish(): Promise<string | null> {
    if (!localDraft || !typed || isPublishing) return null
    const found = faultsOf(typed, published?.centre)
    flushSync(() => setFaults(found))
    const [first] = Object.keys(found)
    if (first !== undefined) return first
    setPublishing(true)
    setNote('')
    try {
      const json = { basedOn: localDraft.version, note: localDraft.note, centre: typed }
      const answer = await callAdmin((api) => api.site.$put({ json }))
      await cacheAnswer(cache, SITE, { ...answer, locked: null })
      discard()
      toastSuccess('Published: the whole site says so now')
      for (const queryKey of [SITE_HISTORY, JOURNAL]) void cache.invalidateQueries({ queryKey })
      // Whoever goes on to another page or step meanwhile would keep the old header.
      await revalidate()
    } catch (error) {
      const { status, code, message, told } = asCallError(error)
      toastFailure('Not published')
      if (status === 409 && told.current) {
        const current = told.current as Published
        await cacheAnswer(cache, SITE, { ...current, locked: null })
        setNote(`Not published yet: ${whoPublished(current.author)}. Look at it, then publish again.`)
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
    ...{ published, typed, changed, faults, meanwhile, note, isPublishing, isStored },
    /** That was on the device when the page was opened. */
    found: isFound ? localDraft : null,
    begunAt: localDraft?.begunAt ?? '',
    failure: failureOf(read, 'What the site says could not be read. Check your connection.'),
    load: () => void read.refetch(),
    draftNote: localDraft?.note ?? '',
    setDraftNote: (text: string) => localDraft && setDraft({ ...localDraft, note: text }),
    value: (path: string) => valueAt(whole(path), path) ?? cameAt(path),
    /** As it is published, or undefined for what is new. */
    former: (path: string) => valueAt(localDraft?.base ?? typed, path),
    ...{ set, leave, discard, publish, replace, undoReplacing, isReplaced: replaced !== null },
    closeConflict: () => setConflict(null),
  }
}

/** A sentence that the centre has not put in its own words is the one that came. */
function cameAt(path: string): Json {
  const [, name = ''] = /^sentences\.(\w+)$/.exec(path) ?? []
  return isSentence(name) ? sentenceAsItCame(name) : undefined
}

/** Texts as they came are not kept, so that they follow the site when it learns something. */
function withoutCame(document: Json): Json {
  const came = Object.entries(defaultTexts()).filter(
    ([list, texts]) => JSON.stringify(valueAt(document, list)) === JSON.stringify(texts),
  )
  const sentences = SENTENCE_NAMES.map((name) => `sentences.${name}`).filter(
    (path) => valueAt(document, path) === cameAt(path),
  )
  const own = [...came.map(([list]) => list), ...sentences].reduce(
    (rest, path) => withValue(rest, path, undefined),
    document,
  )
  const left = valueAt(own, 'sentences')
  return left && Object.keys(left).length === 0 ? withValue(own, 'sentences', undefined) : own
}

/** `slideshow.slides[0].title` as its steps. */
function stepsOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter(Boolean)
}

export function valueAt(document: Json, path: string): Json {
  return stepsOf(path).reduce<Json>(
    (part, step) => (part as Record<string, Json> | undefined)?.[step],
    document,
  )
}

/** A copy with another value at the path; undefined takes the field out. */
export function withValue(document: Json, path: string, value: Json): Json {
  return placed(document, stepsOf(path), value)
}

function placed(part: Json, [step, ...rest]: string[], value: Json): Json {
  if (step === undefined) return value
  if (Array.isArray(part))
    return part.map((each, at) => (at === Number(step) ? placed(each, rest, value) : each))
  const whole = (part ?? {}) as Record<string, Json>
  const { [step]: _, ...remaining } = whole
  const next = placed(whole[step], rest, value)
  if (next === undefined) return remaining
  return step in whole ? { ...whole, [step]: next } : { ...remaining, [step]: next }
}

/** The draft as this tab has it, kept on the device with each change. */
function useSiteDraft() {
  const [draft, show] = useState<SiteDraft | null>(readSiteDraft)
  const [isStored, setStored] = useState(true)
  const [isFound, setFound] = useState(draft !== null)
  /** As it was last kept or read by this tab. */
  const seen = useRef(draft)

  useEffect(() => {
    if (!draft) setFound(false)
    if (draft?.stamp === seen.current?.stamp) return
    const joined = joinDrafts(draft, seen.current, readSiteDraft())
    seen.current = joined
    setStored(saveSiteDraft(joined))
    if (joined !== draft) show(joined)
  }, [draft])

  useEffect(
    () =>
      watchSiteDraft((stored) => {
        if (stored?.stamp === seen.current?.stamp) return
        seen.current = stored
        show(stored)
      }),
    [],
  )

  function setDraft(next: Omit<SiteDraft, 'stamp'> | null) {
    // Not `crypto.randomUUID`, which plain http does not have.
    show(next && { ...next, stamp: `${Date.now()} ${Math.random()}` })
  }

  return { draft, setDraft, isStored, isFound }
}
