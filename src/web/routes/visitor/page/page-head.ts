import { isRouteErrorResponse, type MetaDescriptor } from 'react-router'
import type { PublicCentre } from '#domain/centre/centre.ts'
import { offeredLanguages } from '#domain/centre/translations/offered-languages.ts'
import { inLanguage, LANGUAGES } from '#domain/language/languages.ts'
import { type RootData, rootDataOf } from '#web/centre/use-centre.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'

type Matches = Parameters<typeof rootDataOf>[0]

export type Head = {
  title: string
  description: string
  /** Path and parameters, without the origin and the language. */
  path: string
  /** Path of a share picture of 1200×630 pixels. */
  picture?: string
  /** noindex, as for lists of search results. */
  unlisted?: boolean
  /** Builds the structured data for the site's origin and what the centre says of itself. */
  data?: (origin: string, root: RootData) => object[]
}

export function pageHead(matches: Matches, head: Head): MetaDescriptor[] {
  const root = rootDataOf(matches)
  const { origin, centre } = root
  const title = `${head.title} · ${centre.name}`
  const language = languageAt(matches)
  const address = origin + inLanguage(head.path, language)
  return [
    { title },
    { name: 'description', content: head.description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...alternates(origin, head, centre),
    ...(head.unlisted ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: centre.name },
    { property: 'og:locale', content: LANGUAGES[language].locale.replace('-', '_') },
    { property: 'og:title', content: title },
    { property: 'og:description', content: head.description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: origin + inLanguage(head.picture ?? sharePicture(root), language) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(head.data?.(origin, root) ?? []).map((data) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...data },
    })),
  ]
}

/** The same page in each language, and in English for whoever speaks none of them. */
function alternates(origin: string, { path, unlisted }: Head, centre: PublicCentre): MetaDescriptor[] {
  const offered = offeredLanguages(centre)
  if (unlisted || offered.length < 2) return []
  const link = (hrefLang: string, href: string) => ({ tagName: 'link', rel: 'alternate', hrefLang, href })
  const each = offered.map((code) => link(code, origin + inLanguage(path, code)))
  return [...each, link('x-default', origin + path)]
}

export function failedHead(matches: Matches, title: string): MetaDescriptor[] {
  return [{ title: `${title} · ${rootDataOf(matches).centre.name}` }, { name: 'robots', content: 'noindex' }]
}

export function failedTitle(error: unknown, matches: Matches): string {
  return isRouteErrorResponse(error) ? String(error.status) : messagesAt(matches).failed_title()
}

/** Messengers keep the picture of an address for days. */
function sharePicture({ contentVersion }: RootData) {
  return contentVersion === 0 ? '/share.png' : `/share.png?v=${contentVersion}`
}
