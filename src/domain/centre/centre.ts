import type { Centre } from './centre-schema.ts'

export type { Centre } from './centre-schema.ts'

/**
 * What every page may need. Testimonials stay behind, since some have no consent and only Home shows the others; so do
 * announcements and exam dates, which are shown in their time alone.
 */
export type PublicCentre = Omit<Centre, 'testimonials' | 'announcements' | 'exams'>

export function publicPart({
  testimonials: _,
  announcements: __,
  exams: ___,
  ...centre
}: Centre): PublicCentre {
  return centre
}
