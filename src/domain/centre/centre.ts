import type { Centre } from './centre-schema.ts'
import { withPictures } from './pictures/given-pictures.ts'

export type { Centre } from './centre-schema.ts'

/**
 * What every page may need. Testimonials stay behind, since some have no consent and only Home shows the others; so do
 * announcements and exam dates, which are shown in their time alone.
 */
export type PublicCentre = Omit<Centre, 'testimonials' | 'announcements' | 'exams'>

/** What a picture was cropped of stays behind as well. */
export function publicPart(centre: Centre): PublicCentre {
  const {
    testimonials: _,
    announcements: __,
    exams: ___,
    ...rest
  } = withPictures(centre, ({ from: _, ...picture }) => picture as never)
  return rest
}
