import { isRouteErrorResponse, type MetaDescriptor } from 'react-router'
import { site } from '#site'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

export type Head = {
  title: string
  description: string
  /** Path and parameters, without the origin. */
  path: string
  /** Path of a share picture of 1200×630 pixels. */
  picture?: string
  /** noindex, as for lists of search results. */
  unlisted?: boolean
  /** Builds the structured data for the site's origin. */
  data?: (origin: string) => object[]
}

export function pageHead(matches: Matches, head: Head): MetaDescriptor[] {
  const origin = originOf(matches)
  const title = `${head.title} · ${site.name}`
  const address = origin + head.path
  return [
    { title },
    { name: 'description', content: head.description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...(head.unlisted ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.name },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: head.description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: origin + (head.picture ?? '/share.png') },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(head.data?.(origin) ?? []).map((data) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...data },
    })),
  ]
}

export function failedHead(title: string): MetaDescriptor[] {
  return [{ title: `${title} · ${site.name}` }, { name: 'robots', content: 'noindex' }]
}

export function failedTitle(error: unknown): string {
  return isRouteErrorResponse(error) ? String(error.status) : 'Error'
}

/** Empty where the root's loader failed. */
function originOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { origin: string } | undefined
  return root?.origin ?? ''
}
