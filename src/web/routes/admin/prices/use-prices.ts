import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { PLAN_IDS, type PlanId, type Prices, priceLabel } from '#domain/pricing/plan.ts'
import { parseRupees } from '#domain/pricing/typed-price.ts'
import { publicApi } from '#web/routes/visitor/counting/public-client.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { cacheAnswer } from '../client/cache-answer.ts'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { JOURNAL } from '../journal/use-journal.ts'
import { readPriceDraft, savePriceDraft, settled, stateOf, without } from './price-draft.ts'

/** The typed prices, or one plan that is set back. */
export type Saving = 'typed' | PlanId | null

type Faults = Partial<Record<PlanId, string>>
type Outcome = { prices: Prices } | { conflict: Prices } | { refused: Faults } | { failed: string }

export function usePrices() {
  const cache = useQueryClient()
  // They may have been changed elsewhere.
  const read = useQuery({ queryKey: PRICES, queryFn: readPrices, refetchOnWindowFocus: 'always' })
  const saved = read.data ?? null
  const failure = read.isError && !saved ? 'The prices could not be read. Check your connection.' : ''
  const [draft, setDraft] = useState(readPriceDraft)
  const [named, setNamed] = useState<Faults>({})
  const [note, setNote] = useState('')
  const [saving, setSaving] = useState<Saving>(null)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => savePriceDraft(draft), [draft])

  const states = saved && PLAN_IDS.map((id) => [id, stateOf(id, draft, saved)] as const)
  const changed = states?.filter(([, state]) => state.changed).map(([id]) => id) ?? []

  function type(id: PlanId, text: string) {
    setDraft({ ...draft, [id]: { text, was: draft[id] ? draft[id].was : (saved?.[id] ?? null) } })
    setNamed(withoutFault(id))
    setNote('')
  }

  function leave(id: PlanId) {
    if (!saved) return
    const { fault } = stateOf(id, draft, saved)
    if (fault) setNamed((faults) => ({ ...faults, [id]: fault }))
    else setDraft(settled(id, draft, saved))
  }

  function discard() {
    setDraft({})
    setNamed({})
    setNote('')
  }

  function focusOn(id: PlanId | undefined) {
    const field = id && form.current?.elements.namedItem(id)
    if (field instanceof HTMLElement) field.focus()
  }

  async function submit() {
    if (!saved || saving || changed.length === 0) return
    const faults = Object.fromEntries(
      (states ?? []).flatMap(([id, { fault }]) => (fault ? [[id, fault]] : [])),
    ) as Faults
    flushSync(() => setNamed(faults))
    if (Object.keys(faults).length > 0) return focusOn(firstOf(faults))
    const wanted = Object.fromEntries(changed.map((id) => [id, parseRupees(draft[id]?.text ?? '')]))
    const outcome = await save(wanted as Partial<Prices>, saved, 'typed')
    if ('prices' in outcome) return setDraft({})
    if ('conflict' in outcome) {
      setNote('A price was changed elsewhere meanwhile. Look at it, then press Update again.')
      return focusOn(changed.find((id) => draft[id]?.was !== outcome.conflict[id]))
    }
    if ('refused' in outcome) {
      flushSync(() => setNamed(outcome.refused))
      return focusOn(firstOf(outcome.refused))
    }
    setNote(outcome.failed)
  }

  /** Other typed prices stay. */
  async function setBack(id: PlanId, rupees: number | null) {
    if (!saved || saving) return
    const outcome = await save({ [id]: rupees }, saved, id)
    if ('prices' in outcome) {
      setDraft((typed) => without(id, typed))
      setNamed(withoutFault(id))
      setNote('')
    }
    if ('conflict' in outcome)
      setNote(`This price was changed elsewhere meanwhile; it is ${priceLabel(outcome.conflict[id])} now.`)
    if ('failed' in outcome) setNote(outcome.failed)
  }

  async function save(wanted: Partial<Prices>, believed: Prices, what: Saving): Promise<Outcome> {
    setSaving(what)
    setNote('')
    const was = Object.fromEntries(Object.keys(wanted).map((id) => [id, believed[id as PlanId]]))
    const outcome = await send({ ...wanted, was })
    const present = 'prices' in outcome ? outcome.prices : 'conflict' in outcome ? outcome.conflict : null
    if (present) {
      await cacheAnswer(cache, PRICES, present)
      void cache.invalidateQueries({ queryKey: JOURNAL })
    }
    flushSync(() => setSaving(null))
    if ('prices' in outcome) toastSuccess('Pricing updated successfully')
    else toastFailure('Error updating pricing')
    return outcome
  }

  return {
    form,
    saved,
    states,
    changed,
    failure,
    named,
    note,
    saving,
    load: () => void read.refetch(),
    type,
    leave,
    discard,
    submit,
    setBack,
  }
}

const PRICES = ['prices'] as const

async function readPrices(): Promise<Prices> {
  const answer = await publicApi.pricing.$get({ query: {} }, { init: { cache: 'no-store' } })
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  return (await answer.json()).prices
}

type Body = Partial<Prices> & { was: Partial<Prices> }

async function send(body: Body): Promise<Outcome> {
  try {
    return await callAdmin((api) => api.prices.$put({ json: body }))
  } catch (error) {
    const { status, code, told } = asCallError(error)
    if (status === 409 && told.current) return { conflict: told.current as Prices }
    if (status === 422 && told.fields) return { refused: told.fields as Faults }
    if (code === 'stopped')
      return { failed: `Stopped, and perhaps not saved: look at the prices first. ${KEPT}` }
    if (code === 'unreached') return { failed: `The site could not be reached. ${KEPT}` }
    return { failed: 'The prices were not saved; what you typed is still here. Try again in a moment.' }
  }
}

const KEPT = 'What you typed is still here; try again.'

function withoutFault(id: PlanId) {
  return ({ [id]: _, ...faults }: Faults): Faults => faults
}

function firstOf(faults: Faults) {
  return PLAN_IDS.find((id) => faults[id])
}
