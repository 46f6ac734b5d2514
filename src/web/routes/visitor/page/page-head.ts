import { isRouteErrorResponse, type MetaDescriptor } from 'react-router'
import { site } from '#site'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

export type Head = {
  title: string
  description: string
  /** The page's one address: path and parameters, without the origin. */
  path: string
  /** A share picture of 1200×630 pixels, by its path; the centre's own unless given. */
  picture?: string
  /** Whether search engines should leave it out, as they should with lists of what somebody searched for. */
  unlisted?: boolean
  /** Structured data for it, as schema.org has it; see structured-data.ts. */
  data?: (origin: string) => object[]
}

/** What a page's head says of it: title, description, its one address, what a shared link shows, structured data. */
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

/** The head of a page that could not be shown: search engines leave it out. */
export function failedHead(title: string): MetaDescriptor[] {
  return [{ title: `${title} · ${site.name}` }, { name: 'robots', content: 'noindex' }]
}

/** The title of an error's page: its status, or that it is one. */
export function failedTitle(error: unknown): string {
  return isRouteErrorResponse(error) ? String(error.status) : 'Error'
}

/** The site's origin, which the root's loader knows; empty where even that failed. */
function originOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { origin: string } | undefined
  return root?.origin ?? ''
}
