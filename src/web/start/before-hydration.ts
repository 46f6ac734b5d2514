import { inLanguage, LANGUAGES, type Language, withoutLanguage } from '#domain/language/languages.ts'
import { chooseLanguage } from '#web/language/chosen-language.ts'
import { countCtaClick, countMissed, countView } from '#web/routes/visitor/counting/count-one.ts'
import { closeNotice } from '#web/routes/visitor/notices/closed-notice.ts'
import { togglePaused } from '#web/ui/motion.ts'
import { markOf, PAGES_CACHE, SAVED_CACHE, SHELL_PAGES_CACHE } from '#web/worker/caches.ts'
import { offlinePageFor, paperOf } from '#web/worker/request-kinds.ts'

/** What the browser itself does something with, or `actBeforeHydration` and the slideshow do. */
const ACTS_BY_ITSELF =
  'a[href], input, select, textarea, label, summary, [popovertarget], [type="submit"], .pause, .close-notice, dialog'

/** Keeps what only React can answer, until it can. Nobody else hears it meanwhile, so that nothing is done twice. */
export function replayEvents() {
  const queued: (() => void)[] = []
  const typed = new Set<EventTarget>()
  let pointed: EventTarget | null = null
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  function queue(event: Event, repeat: () => void) {
    event.preventDefault()
    event.stopImmediatePropagation()
    queued.push(repeat)
  }
  addEventListener(
    'click',
    (event) => {
      const { target } = event
      if (target instanceof Element && isPlain(event) && needsReact(target))
        queue(event, () => target.dispatchEvent(new MouseEvent('click', event)))
    },
    options,
  )
  addEventListener(
    'submit',
    (event) => {
      const { target, submitter } = event
      if (!(target instanceof HTMLFormElement && 'waits' in target.dataset)) return
      // What is typed after Enter would be sent instead, and the focus taken from who still types.
      const sent = valuesOf(target)
      target.dataset.heard = String(event.timeStamp)
      queue(event, () => {
        if (valuesOf(target) === sent) target.requestSubmit(submitter)
        else delete target.dataset.heard
      })
    },
    options,
  )
  addEventListener('input', ({ target }) => target && typed.add(target), options)
  const point = ({ target, pointerType }: PointerEvent) => {
    pointed = pointerType === 'mouse' ? target : null
  }
  addEventListener('pointerover', point, options)
  return {
    /** To be called when React hears presses itself. */
    end: () => ended.abort(),
    /**
     * To be called in a task of its own when every part of the page is ready; what is saved of the pointer and the focus
     * is where they are.
     */
    repeat() {
      pointed?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
      replayFocus()
      for (const field of typed) field.dispatchEvent(new Event('input', { bubbles: true }))
      for (const again of queued) again()
    },
  }
}

function valuesOf(form: HTMLFormElement): string {
  return [...new FormData(form).values()].join('\n')
}

/** Neither for a new tab nor for a menu. */
function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}

function needsReact(target: Element): boolean {
  if (target.closest('[data-waits] a:not([target])')) return true
  return target.closest('button') !== null && target.closest(ACTS_BY_ITSELF) === null
}

/** Fields hear of it by themselves: what is typed there must stay. */
function replayFocus() {
  const { activeElement, body } = document
  if (!activeElement || activeElement === body || activeElement.matches('input, select, textarea')) return
  activeElement.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
}

/** What a press does before hydration as after it: pausing what moves, closing an announcement, switching the language, and counting the paper or the way to the centre that it opens. */
export function actBeforeHydration(): void {
  document.addEventListener('click', (event) => {
    const { target } = event
    if (target instanceof Element && target.closest('.pause')) togglePaused()
    const closed = target instanceof Element && target.closest<HTMLElement>('.close-notice')
    if (closed) closeNotice(closed)
    const language = target instanceof Element && target.closest<HTMLAnchorElement>('[data-language]')
    if (language) switchLanguage(event, language)
    countOpened(target)
  })
  addEventListener('online', () => void countMissed())
  void countMissed()
  document.addEventListener('auxclick', ({ target, button }) => button === 1 && countOpened(target))
}

function countOpened(target: EventTarget | null) {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-views], [data-cta]') : null
  if (link?.dataset.views) void countView(link.dataset.views)
  if (link?.dataset.cta) countCtaClick(link.dataset.cta)
}

/**
 * Leads to the page of a paper that is being read. Offline the document stays, and says so, where this device
 * has no such page in the other language.
 */
function switchLanguage(event: Event, link: HTMLAnchorElement): void {
  const at = Number(document.querySelector<HTMLElement>('.reader')?.dataset.at)
  const language = link.dataset.language as Language
  // The page of what is saved was rendered for every paper, and its links do not know which one is read.
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
  const offline = offlinePageFor(pathname)
  const paper = paperOf(pathname)
  if (pathname === offline || (paper && (await has(SAVED_CACHE, markOf(paper)))))
    return await has(SHELL_PAGES_CACHE, offline)
  return await has(PAGES_CACHE, pathname + search)
}

function say({ parentElement: place, lang, dataset }: HTMLAnchorElement, sentence: string) {
  place?.querySelector('[role="alert"]')?.remove()
  const line = Object.assign(document.createElement('p'), { textContent: sentence, lang })
  line.lang ||= LANGUAGES[dataset.language as Language].tag
  line.setAttribute('role', 'alert')
  place?.append(line)
}
