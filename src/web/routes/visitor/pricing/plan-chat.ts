import type { Messages } from '#domain/language/messages.ts'
import { inRupees } from '#domain/pricing/plan.ts'

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
