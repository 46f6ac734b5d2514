import { PLAN_IDS, type PlanId, type Prices } from '#domain/pricing/plan.ts'
import { readPrice } from '#domain/pricing/typed-price.ts'

/** Unsaved prices and what each was when its typing began; in session storage. */
export type PriceDraft = Partial<Record<PlanId, { text: string; was: number | null }>>

const KEY = 'priceDraft'

export function readPriceDraft(): PriceDraft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return Object.fromEntries(
      PLAN_IDS.flatMap((id) => (typeof kept[id]?.text === 'string' ? [[id, kept[id]]] : [])),
    )
  } catch {
    return {}
  }
}

export function savePriceDraft(draft: PriceDraft) {
  if (Object.keys(draft).length === 0) clearPriceDraft()
  else sessionStorage.setItem(KEY, JSON.stringify(draft))
}

export function clearPriceDraft() {
  sessionStorage.removeItem(KEY)
}

/** With Indian grouping. */
export function priceText(rupees: number | null): string {
  return rupees?.toLocaleString('en-IN') ?? ''
}

/** A plan's field: `text` is what it shows. */
export type PriceState = {
  text: string
  fault: string | null
  changed: boolean
  /** Changed elsewhere since the typing began. */
  overtaken: boolean
}

export function stateOf(id: PlanId, draft: PriceDraft, saved: Prices): PriceState {
  const typed = draft[id]
  if (!typed) return { text: priceText(saved[id]), fault: null, changed: false, overtaken: false }
  const read = readPrice(typed.text)
  if ('fault' in read)
    return { text: typed.text, fault: read.fault, changed: true, overtaken: typed.was !== saved[id] }
  const changed = read.rupees !== saved[id]
  return { text: typed.text, fault: null, changed, overtaken: changed && typed.was !== saved[id] }
}

/** On blur: formats a valid price, and drops one that equals the saved. */
export function settled(id: PlanId, draft: PriceDraft, saved: Prices): PriceDraft {
  const typed = draft[id]
  const read = typed && readPrice(typed.text)
  if (!read || 'fault' in read) return draft
  if (read.rupees === saved[id]) return without(id, draft)
  return { ...draft, [id]: { ...typed, text: priceText(read.rupees) } }
}

export function without(id: PlanId, draft: PriceDraft): PriceDraft {
  const { [id]: _, ...rest } = draft
  return rest
}
