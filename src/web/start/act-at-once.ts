import { countMissed } from '#web/routes/visitor/counting/count-one.ts'
import { countTap } from '#web/routes/visitor/counting/taps.ts'
import { countView } from '#web/routes/visitor/counting/views.ts'
import { closeNotice } from '#web/routes/visitor/notices/closed-notice.ts'
import { togglePaused } from '#web/ui/motion.ts'
import { switchLanguage } from './switch-language.ts'

/** What a press does before hydration as after it: pausing what moves, closing an announcement, switching the language, and counting the paper or the way to the centre that it opens. */
export function actAtOnce(): void {
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
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-views], [data-tap]') : null
  if (link?.dataset.views) void countView(link.dataset.views)
  if (link?.dataset.tap) countTap(link.dataset.tap)
}
