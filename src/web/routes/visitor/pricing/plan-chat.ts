import { inRupees } from '#domain/pricing/plan.ts'

type NamedPlan = { category: string; tier: string; rupees: number | null }

/** A chat with the text already typed; nothing is sent before the user presses send. */
export function planChat(whatsapp: string, plan: NamedPlan): string {
  return `${emptyChat(whatsapp)}?text=${encodeURIComponent(textFor(plan))}`
}

export function emptyChat(whatsapp: string): string {
  return `https://wa.me/${whatsapp}`
}

function textFor({ category, tier, rupees }: NamedPlan) {
  const wish = `Vanakkam, I would like the ${tier} plan for ${category}`
  return rupees === null
    ? `${wish}. What is its price, and how do I pay?`
    : `${wish} (${inRupees(rupees)}). How do I pay?`
}
