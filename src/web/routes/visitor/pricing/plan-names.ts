import type { Messages } from '#domain/language/messages.ts'
import { inRupees, type PLAN_CATEGORIES, type PLAN_TIERS } from '#domain/pricing/plan.ts'

type Category = (typeof PLAN_CATEGORIES)[number]
type Tier = (typeof PLAN_TIERS)[number]

/** As visitors read them; the admin area and the journal keep the English names. */
export function categoryName({ id, name }: Category, m: Messages): string {
  return id === '10th12th' ? m.pricing_category_school() : name
}

export function tierName({ id }: Tier, m: Messages): string {
  return { mon: m.pricing_tier_mon, half: m.pricing_tier_half, ann: m.pricing_tier_ann }[id]()
}

/** What is in the margin of a category. */
export function categoryFor({ id }: Category, m: Messages): string {
  return {
    '10th12th': m.pricing_category_school_for,
    jee: m.pricing_category_jee_for,
    neet: m.pricing_category_neet_for,
  }[id]()
}

type NamedPlan = { category: string; tier: string; rupees: number | null }

/** A chat with the text already typed; nothing is sent before the user presses send. */
export function planChat(whatsapp: string, plan: NamedPlan, m: Messages): string {
  return `${emptyChat(whatsapp)}?text=${encodeURIComponent(textFor(plan, m))}`
}

export function emptyChat(whatsapp: string): string {
  return `https://wa.me/${whatsapp}`
}

function textFor({ category, tier, rupees }: NamedPlan, m: Messages) {
  return rupees === null
    ? m.pricing_chat_ask({ category, tier })
    : m.pricing_chat_pay({ category, tier, price: inRupees(rupees) })
}
