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
