import type { Messages } from '#domain/language/messages.ts'
import { PLAN_CATEGORIES, PLAN_TIERS, type Prices } from '#domain/pricing/plan.ts'
import type { RootData } from '#web/centre/use-centre.ts'
import { categoryName, tierName } from './plan-names.ts'

export function planProducts({ origin, centre }: RootData, prices: Prices, m: Messages): object[] {
  return PLAN_CATEGORIES.flatMap((category) =>
    PLAN_TIERS.flatMap((tier) => {
      const rupees = prices[`${category.id}-${tier.id}`]
      if (rupees === null) return []
      const { description, papers, lasts } = centre.plans[tier.id]
      return {
        '@type': 'Product',
        name: `${tierName(tier, m)}, ${categoryName(category, m)}`,
        description: `${description} ${lasts}, ${papers}, ${centre.plans.features.join(', ')}.`,
        brand: { '@type': 'Brand', name: centre.name },
        offers: {
          '@type': 'Offer',
          price: rupees,
          priceCurrency: 'INR',
          availability: 'https://schema.org/InStock',
          url: `${origin}/pricing`,
          seller: { '@type': 'EducationalOrganization', '@id': `${origin}/#centre`, name: centre.name },
        },
      }
    }),
  )
}
