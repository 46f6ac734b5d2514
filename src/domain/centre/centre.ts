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

/** The pages that a preview can show; the others say nothing more of the centre. Safe in the browser. */
export const PREVIEW_PAGES = [
  { path: '/', name: 'Home' },
  { path: '/about', name: 'About' },
  { path: '/why-us', name: 'Why Us' },
  { path: '/pricing', name: 'Pricing' },
  { path: '/practice', name: 'Free Question paper' },
  { path: '/contact', name: 'Contact Us' },
  { path: '/privacy', name: 'Privacy' },
  { path: '/terms', name: 'Terms' },
  { path: '/accessibility', name: 'Accessibility' },
] as const
export type PreviewPath = (typeof PREVIEW_PAGES)[number]['path']

/** An empty page whose policy allows the styles that a page comes with, and no script. */
export const PREVIEW_FRAME = '/admin/site/frame'

/** `version` is the number of the published version that is shown, 0 for site.config.ts; `latest` that of the newest, damaged or not. `author` is who published it, '' for site.config.ts. */
export type PublishedCentre = { version: number; latest: number; author: string; centre: Centre }

export type CurrentCentre = {
  /** What is published now, from memory unless something has changed or `isAnew`; the last good one where it cannot be read. */
  read(isAnew?: boolean): Promise<PublishedCentre>
  /** What site.config.ts has. */
  first: Centre
  /** Whether SITE_CONTENT=file keeps the site as site.config.ts has it. */
  isLocked: boolean
}
