import { PLAN_IDS, type PlanId, planLabel } from '#domain/pricing/plan.ts'

/** Ways to the centre that belong to no plan. Safe in the browser. */
const OTHER_WAYS = { chat: 'WhatsApp, without a plan', phone: 'Phone', email: 'Email' } as const

/** What was clicked: Choose plan of one of the plans, or another way to reach the centre. */
export type CtaTarget = PlanId | keyof typeof OTHER_WAYS

export const TAP_TARGETS = [...PLAN_IDS, ...(Object.keys(OTHER_WAYS) as (keyof typeof OTHER_WAYS)[])] as const

export function isCtaTarget(target: string): target is CtaTarget {
  return (TAP_TARGETS as readonly string[]).includes(target)
}

export function ctaLabel(target: CtaTarget): string {
  return target in OTHER_WAYS ? OTHER_WAYS[target as keyof typeof OTHER_WAYS] : planLabel(target as PlanId)
}
