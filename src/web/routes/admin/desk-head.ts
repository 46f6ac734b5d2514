import { rootDataOf } from '#web/centre/use-centre.ts'

/** A desk page's `meta`. */
export function deskHead(title: string) {
  return ({ matches }: { matches: Parameters<typeof rootDataOf>[0] }) => [
    { title: `${title} · ${rootDataOf(matches).centre.name}` },
    { name: 'robots', content: 'noindex' },
  ]
}
