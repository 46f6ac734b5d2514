import type { Centre } from './centre-schema.ts'

export type { Centre } from './centre-schema.ts'

/** What every page may need; testimonials stay behind, since some have no consent and only Home shows the others. */
export type PublicCentre = Omit<Centre, 'testimonials'>

export function publicPart({ testimonials: _, ...centre }: Centre): PublicCentre {
  return centre
}
