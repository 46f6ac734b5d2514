import { countView } from '#web/routes/visitor/counting/views.ts'
import { togglePaused } from '#web/ui/motion.ts'

/** What a press does before hydration as after it: pausing what moves, and counting the paper that it opens. */
export function actAtOnce(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.pause')) togglePaused()
    countOpened(target)
  })
  document.addEventListener('auxclick', ({ target, button }) => button === 1 && countOpened(target))
}

function countOpened(target: EventTarget | null) {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-views]') : null
  if (link?.dataset.views) void countView(link.dataset.views)
}
