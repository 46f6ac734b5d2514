import { inLanguage, LANGUAGES, type Language, withoutLanguage } from '#domain/language/languages.ts'
import { chooseLanguage } from '#web/language/chosen-language.ts'
import { KEPT_CACHE, markOf, PAGES_CACHE, SHELL_PAGES_CACHE } from '#web/worker/caches.ts'
import { keptPageFor, paperOf } from '#web/worker/request-kinds.ts'

/**
 * Leads to the page of a paper that is being read. Without a line the document stays, and says so, where this device
 * has no such page in the other language.
 */
export function switchLanguage(event: Event, link: HTMLAnchorElement): void {
  const at = Number(document.querySelector<HTMLElement>('.reader')?.dataset.at)
  const language = link.dataset.language as Language
  // The page of what is kept was drawn for every paper, and its links do not know which one is read.
  link.href = inLanguage(withoutLanguage(location.pathname) + location.search, language)
  link.hash = at > 1 ? `page-${at}` : ''
  if (navigator.onLine) {
    chooseLanguage(language)
    return
  }
  event.preventDefault()
  void isHere(link)
    .catch(() => false)
    .then((is) => {
      if (is) {
        chooseLanguage(language)
        location.assign(link.href)
      } else say(link, LANGUAGES[language].missing)
    })
}

async function isHere({ pathname, search }: HTMLAnchorElement): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  const has = async (cacheName: string, path: string) =>
    (await caches.match(path, { cacheName, ignoreVary: true })) !== undefined
  const kept = keptPageFor(pathname)
  const paper = paperOf(pathname)
  if (pathname === kept || (paper && (await has(KEPT_CACHE, markOf(paper)))))
    return await has(SHELL_PAGES_CACHE, kept)
  return await has(PAGES_CACHE, pathname + search)
}

function say({ parentElement: place, lang, dataset }: HTMLAnchorElement, sentence: string) {
  place?.querySelector('[role="alert"]')?.remove()
  const line = Object.assign(document.createElement('p'), { textContent: sentence, lang })
  line.lang ||= LANGUAGES[dataset.language as Language].tag
  line.setAttribute('role', 'alert')
  place?.append(line)
}
