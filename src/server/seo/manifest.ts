import type { Centre } from '#domain/centre/centre.ts'
import { palettesOf } from '#domain/centre/palette.ts'
import { ICONS } from '#domain/centre/pictures/drawn-pictures.ts'
import { logoMark } from '#domain/centre/pictures/site-picture.ts'
import { inLanguage, LANGUAGES, type Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'

export function manifest(
  centre: Pick<Centre, 'name' | 'place' | 'description' | 'colours' | 'pictures'>,
  language: Language,
): object {
  const { paper } = palettesOf(centre).light
  return {
    id: '/practice',
    name: `${centre.name}: ${centre.place}`,
    short_name: centre.name,
    description: centre.description,
    lang: LANGUAGES[language].tag,
    dir: 'ltr',
    start_url: inLanguage('/practice', language),
    scope: '/',
    display: 'standalone',
    // With a back button, where the browser has one: papers open beside the site.
    display_override: ['minimal-ui'],
    background_color: paper,
    theme_color: paper,
    categories: ['education'],
    icons: icons(centre),
    shortcuts: [{ name: messagesOf(language).kept_title(), url: inLanguage('/kept', language) }],
  }
}

/** The desk as an app that takes shared PDFs and photos (W3C, Web Share Target); desk-worker.ts receives them. */
export function deskManifest(centre: Pick<Centre, 'name' | 'colours' | 'pictures'>): object {
  const { paper } = palettesOf(centre).light
  return {
    id: '/admin',
    name: `${centre.name}: the desk`,
    short_name: 'Desk',
    description: 'Upload papers, mend them and set prices.',
    lang: 'en-IN',
    dir: 'ltr',
    start_url: '/admin',
    scope: '/admin',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons: icons(centre),
    shortcuts: [
      { name: 'Many files', url: '/admin/upload' },
      { name: 'Photos of a paper', url: '/admin/photos' },
    ],
    share_target: {
      action: '/admin/shared',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: ['application/pdf', '.pdf', 'image/*'] }] },
    },
  }
}

function icons(centre: Pick<Centre, 'pictures'>) {
  const mark = logoMark(centre)
  const drawn = Object.entries(ICONS)
    .filter(([name]) => name.startsWith('icon-'))
    .map(([name, { side, ground }]) => ({
      src: `/${name}${mark}`,
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose: ground === 'maskable' ? 'maskable' : 'any',
    }))
  return [...drawn, { src: `/favicon.svg${mark}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]
}
