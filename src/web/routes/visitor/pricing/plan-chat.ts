import { inRupees } from '#domain/pricing/plan.ts'
import { site } from '#site'

type NamedPlan = { category: string; tier: string; rupees: number | null }

/** A chat with the text already typed; nothing is sent before the user presses send. */
export function planChat(plan: NamedPlan): string {
  return chatWith(textFor(plan))
}

export function emptyChat(): string {
  return `https://wa.me/${site.contacts.whatsapp}`
}

function chatWith(text: string) {
  return `${emptyChat()}?text=${encodeURIComponent(text)}`
}

function textFor({ category, tier, rupees }: NamedPlan) {
  const wish = `Vanakkam, I would like the ${tier} plan for ${category}`
  return rupees === null
    ? `${wish}. What is its price, and how do I pay?`
    : `${wish} (${inRupees(rupees)}). How do I pay?`
}
