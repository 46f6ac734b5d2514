import { site } from '#site'

/** The head of a page of the desk: its name, and nothing for search engines. */
export function deskHead(title: string) {
  return [{ title: `${title} · ${site.name}` }, { name: 'robots', content: 'noindex' }]
}
