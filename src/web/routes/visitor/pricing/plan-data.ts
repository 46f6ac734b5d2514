import { PLAN_CATEGORIES, PLAN_TIERS, type Prices } from '#domain/pricing/plan.ts'
import { site } from '#site'

export function planProducts(origin: string, prices: Prices): object[] {
  return PLAN_CATEGORIES.flatMap((category) =>
    PLAN_TIERS.flatMap((tier) => {
      const rupees = prices[`${category.id}-${tier.id}`]
      if (rupees === null) return []
      const { description, papers, lasts } = site.plans[tier.id]
      return {
        '@type': 'Product',
        name: `${tier.name}, ${category.name}`,
        description: `${description} ${lasts}, ${papers}, ${site.plans.features.join(', ')}.`,
        brand: { '@type': 'Brand', name: site.name },
        offers: {
          '@type': 'Offer',
          price: rupees,
          priceCurrency: 'INR',
          availability: 'https://schema.org/InStock',
          url: `${origin}/pricing`,
          seller: { '@type': 'EducationalOrganization', '@id': `${origin}/#centre`, name: site.name },
        },
      }
    }),
  )
}
