import { countVisit } from './routes/visitor/counting/count-one.ts'
import { noteFirstPage, openSlideshow } from './routes/visitor/slideshow/slideshow-opening.ts'
import { actBeforeHydration, replayEvents } from './start/before-hydration.ts'
import { offerBegin, offerLanguage, offerResume } from './start/offers.ts'
import { onFirstInteraction } from './start/on-first-interaction.ts'
import { findPageModules, loadHydrate, loadPageModules } from './start/page-modules.ts'
import { continuesVisit, noteFollowedLinks } from './start/same-visit.ts'
import { rotatePhrases } from './ui/rotate-phrases.ts'

/**
 * A visitor's page is whole without React: what moves and counts by itself starts here, and the rest, with the code of
 * the page, comes with the first interaction. The admin area's pages are hydrated at once.
 */
actBeforeHydration()
if (!continuesVisit()) countVisit()
for (const place of document.querySelectorAll<HTMLElement>('.phrases')) rotatePhrases(place)
openSlideshow(document.querySelector('dialog.slideshow'))
noteFirstPage()
offerLanguage()
offerResume()
void start()

async function start() {
  const modules = findPageModules()
  if (!modules) {
    // A page that was cut off has neither: hydrated without its data it would be taken away.
    if ('__reactRouterContext' in window) await (await loadHydrate()).hydrate()
    return
  }
  const followed = noteFollowedLinks()
  const presses = replayEvents()
  offerBegin()
  await onFirstInteraction()
  // Where the connection is lost links and forms do what they do without scripts: a browser loads no module again that failed.
  const loaded = await loadPageModules(modules).catch(() => null)
  await loaded?.hydrate(presses.end)
  if (loaded) followed.end()
  presses.end()
  // A page may be hydrated within a key's own event: what that types is there in the next task.
  setTimeout(presses.repeat)
}
