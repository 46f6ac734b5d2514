import { site } from '#site'

export function deskHead(title: string) {
  return [{ title: `${title} · ${site.name}` }, { name: 'robots', content: 'noindex' }]
}
