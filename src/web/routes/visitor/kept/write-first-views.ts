import { inLanguage } from '#domain/language/languages.ts'
import { centreOf } from '#web/centre/known-centres.ts'
import { documentLanguage } from '#web/language/document-messages.ts'
import { ownState } from '#web/state-boards.ts'
import { SHELL_PAGES_CACHE } from '#web/worker/caches.ts'
import { markFile, readKept } from '../keeping/keep/kept-store.ts'
import { firstView } from './first-view.ts'

/** For the worker, with what leads there, in the language of this page; only what has changed is written. */
export async function writeFirstViews(): Promise<void> {
  const centre = centreOf(document.documentElement.dataset.content ?? '')
  if (!centre || !('caches' in globalThis)) return
  const language = documentLanguage()
  const papers = await readKept()
  const cache = await caches.open(SHELL_PAGES_CACHE)
  for (const kept of papers) {
    await markFile(kept)
    const address = inLanguage(`/kept?paper=${kept.id}`, language)
    const html = firstView(kept, ownState(centre), language)
    const before = await cache.match(address)
    if ((await before?.text()) === html) continue
    await cache.put(address, new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }))
  }
}
