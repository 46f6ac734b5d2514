import { type Centre, palettesOf } from '#domain/centre/centre.ts'
import { ICONS } from '#domain/centre/pictures.ts'

/** What a phone needs to know to put the site on its home screen (W3C, Web Application Manifest). */
export function manifest(centre: Pick<Centre, 'name' | 'place' | 'description' | 'colours'>): object {
  const { paper } = palettesOf(centre).light
  return {
    id: '/practice',
    name: `${centre.name}: ${centre.place}`,
    short_name: centre.name,
    description: centre.description,
    lang: 'en-IN',
    dir: 'ltr',
    start_url: '/practice',
    scope: '/',
    display: 'standalone',
    // With a way back, where the browser has it: papers open beside the site.
    display_override: ['minimal-ui'],
    background_color: paper,
    theme_color: paper,
    categories: ['education'],
    icons: [
      ...Object.entries(ICONS)
        .filter(([name]) => name.startsWith('icon-'))
        .map(([name, { side, ground }]) => ({
          src: `/${name}`,
          sizes: `${side}x${side}`,
          type: 'image/png',
          purpose: ground === 'maskable' ? 'maskable' : 'any',
        })),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  }
}
