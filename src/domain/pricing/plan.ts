/** The nine plans: three categories, three tiers each. Safe in the browser. */
export const PLAN_CATEGORIES = [
  { id: '10th12th', name: '10th and 12th', adminName: '10 & 12th CBSE/State' },
  { id: 'jee', name: 'JEE', adminName: 'JEE' },
  { id: 'neet', name: 'NEET', adminName: 'NEET' },
] as const

/** `field` is the one number's name in the specification's price documents. */
export const PLAN_TIERS = [
  { id: 'mon', name: 'MONTHLY', months: 1, field: 'monthly' },
  { id: 'half', name: 'HALF YEARLY', months: 6, field: 'halfyearly' },
  { id: 'ann', name: 'ANNUAL', months: 12, field: 'annual' },
] as const

type Tier = (typeof PLAN_TIERS)[number]['id']

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

/** Whole rupees; null where no price is set. */
export type Prices = Record<PlanId, number | null>

export const PRICE_LIMIT_RUPEES = 10_000_000

export function planLabel(id: PlanId): string {
  const category = PLAN_CATEGORIES.find((one) => id.startsWith(`${one.id}-`))
  const tier = PLAN_TIERS.find((one) => id.endsWith(`-${one.id}`))
  return `${category?.name} · ${tier?.name}`
}

const INDIAN = new Intl.NumberFormat('en-IN')

/** With Indian grouping: ₹1,00,000. */
export function inRupees(rupees: number): string {
  return `₹${INDIAN.format(rupees)}`
}

/** What a month of a plan costs, in whole rupees, rounded. */
export function rupeesAMonth({ months }: { months: number }, rupees: number): number {
  return Math.round(rupees / months)
}

/** The plan of a category that costs less a month than each other with a price; null where none is compared. */
export function lowestAMonth(category: (typeof PLAN_CATEGORIES)[number], prices: Prices): Tier | null {
  const costs = PLAN_TIERS.flatMap(({ id, months }) => {
    const rupees = prices[`${category.id}-${id}`]
    return rupees === null ? [] : [{ id, cost: rupees / months }]
  }).sort((one, other) => one.cost - other.cost)
  const [lowest, next] = costs
  return lowest && next && lowest.cost < next.cost ? lowest.id : null
}

/** What a plan of several months costs less than as many months one by one, in whole rupees; null where nothing. */
export function savedRupees(
  category: (typeof PLAN_CATEGORIES)[number],
  tier: (typeof PLAN_TIERS)[number],
  prices: Prices,
): number | null {
  const [month, whole] = [prices[`${category.id}-mon`], prices[`${category.id}-${tier.id}`]]
  if (month === null || whole === null) return null
  const saved = month * tier.months - whole
  return saved > 0 ? saved : null
}

export function priceLabel(rupees: number | null): string {
  return rupees === null ? 'no price' : inRupees(rupees)
}

type Category = (typeof PLAN_CATEGORIES)[number]
type OfferedCategory = { category: Category; tiers: (typeof PLAN_TIERS)[number][] }

/** The categories with the plans that the centre offers; one with no plan left is not offered itself. */
export function offeredPlans(hidden: readonly PlanId[] = []): OfferedCategory[] {
  return PLAN_CATEGORIES.map((category) => ({
    category,
    tiers: PLAN_TIERS.filter((tier) => !hidden.includes(`${category.id}-${tier.id}`)),
  })).filter(({ tiers }) => tiers.length > 0)
}

/** What is not offered has no price to be compared with. */
export function offeredPrices(prices: Prices, hidden: readonly PlanId[] = []): Prices {
  return { ...prices, ...Object.fromEntries(hidden.map((id) => [id, null])) }
}
