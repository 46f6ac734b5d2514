/** The nine plans: three categories, three tiers each. Safe in the browser. */
export const PLAN_CATEGORIES = [
  { id: '10th12th', name: '10th and 12th', adminName: '10 & 12th CBSE/State' },
  { id: 'jee', name: 'JEE', adminName: 'JEE' },
  { id: 'neet', name: 'NEET', adminName: 'NEET' },
] as const

/** `field` is the name under which the specification's price documents keep their one number. */
export const PLAN_TIERS = [
  { id: 'mon', name: 'MONTHLY', field: 'monthly' },
  { id: 'half', name: 'HALF YEARLY', field: 'halfyearly' },
  { id: 'ann', name: 'ANNUAL', field: 'annual' },
] as const

export const PLAN_IDS = [
  '10th12th-mon',
  '10th12th-half',
  '10th12th-ann',
  'jee-mon',
  'jee-half',
  'jee-ann',
  'neet-mon',
  'neet-half',
  'neet-ann',
] as const
export type PlanId = (typeof PLAN_IDS)[number]

/** Whole rupees per plan; null where no price is set. */
export type Prices = Record<PlanId, number | null>

export const PRICE_LIMIT_RUPEES = 10_000_000

/** A typed price as whole rupees: "₹1,00,000" is 100000; null when empty; undefined when it is no such price. */
export function parseRupees(text: string): number | null | undefined {
  const bare = text.trim().replace(/^(₹|rs\.?)\s*/i, '')
  if (bare === '') return null
  if (!/^\d{1,3}(,\d{2,3})*$|^\d+$/.test(bare)) return undefined
  const rupees = Number(bare.replaceAll(',', ''))
  return rupees <= PRICE_LIMIT_RUPEES ? rupees : undefined
}
