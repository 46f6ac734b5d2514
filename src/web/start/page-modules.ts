import { type Language, languageOfTag } from '#domain/language/languages.ts'
import type { Messages } from '#domain/language/messages.ts'

const MODULES: Record<Language, () => Promise<Messages>> = {
  en: () => import('#messages/en.js'),
  ta: () => import('#messages/ta.js'),
  hi: () => import('#messages/hi.js'),
}

/** One language is all that a visitor loads. */
function loadMessages(language: Language): Promise<Messages> {
  return MODULES[language]()
}

/** What the server writes into a visitor's page instead of scripts that load its code at once. */
export type PageModules = {
  /** Of the router: all routes with their files. */
  manifest: string
  /** Files by the ids of the page's routes. */
  routes: Record<string, string>
  /** All that these import, so that nothing waits for what imports it. */
  imports: string[]
}

export const PAGE_MODULES = 'page-modules'

/** Null in the admin area and in development, where the page's own scripts have loaded them, and of a page that was cut off. */
export function findPageModules(): PageModules | null {
  const text = document.getElementById(PAGE_MODULES)?.textContent
  return text ? JSON.parse(text) : null
}

/** Loads the page's code and puts it where the router looks for it. */
export async function loadPageModules({ manifest, routes, imports }: PageModules) {
  for (const href of imports) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  const load = async ([id, file]: [string, string]) => [id, await import(/* @vite-ignore */ file)]
  const [{ hydrate }, modules] = await Promise.all([
    loadHydrate(),
    Promise.all(Object.entries(routes).map(load)),
    import(/* @vite-ignore */ manifest),
  ])
  Object.assign(window, { __reactRouterRouteModules: Object.fromEntries(modules) })
  return { hydrate }
}

/** React, the messages of the page's language, and what the centre says of itself where the page does not carry it. */
export async function loadHydrate() {
  const { lang, dataset } = document.documentElement
  const { content } = dataset
  const language = languageOfTag(lang)
  const [{ hydrate, registerCentre, registerMessages }, messages, centre] = await Promise.all([
    import('./hydrate.tsx'),
    loadMessages(language),
    content && fetchContent(content, language),
  ])
  registerMessages(language, messages)
  if (content) registerCentre(content, centre)
  return { hydrate: (onHearing?: () => void) => hydrate(language, onHearing) }
}

async function fetchContent(digest: string, language: Language) {
  const asked = language === 'en' ? '' : `?language=${language}`
  const answer = await fetch(`/content/${digest}.json${asked}`)
  if (!answer.ok) throw new Error('What the centre says of itself did not come.')
  return await answer.json()
}
