/** What the browser itself does something with, or `actAtOnce` and the slideshow do. */
const ACTS_BY_ITSELF =
  'a[href], input, select, textarea, label, summary, [popovertarget], [type="submit"], .pause, .close-notice, dialog'

/** Keeps what only React can answer, until it can. Nobody else hears it meanwhile, so that nothing is done twice. */
export function keepPresses() {
  const kept: (() => void)[] = []
  const typed = new Set<EventTarget>()
  let pointed: EventTarget | null = null
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  function keep(event: Event, repeat: () => void) {
    event.preventDefault()
    event.stopImmediatePropagation()
    kept.push(repeat)
  }
  addEventListener(
    'click',
    (event) => {
      const { target } = event
      if (target instanceof Element && isPlain(event) && needsReact(target))
        keep(event, () => target.dispatchEvent(new MouseEvent('click', event)))
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
      keep(event, () => valuesOf(target) === sent && target.requestSubmit(submitter))
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
     * To be called in a task of its own when every part of the page is ready; what is kept of the pointer and the focus
     * is where they are.
     */
    repeat() {
      pointed?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
      tellFocus()
      for (const field of typed) field.dispatchEvent(new Event('input', { bubbles: true }))
      for (const again of kept) again()
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

/** Fields hear of it by themselves: what is typed there must stand. */
function tellFocus() {
  const { activeElement, body } = document
  if (!activeElement || activeElement === body || activeElement.matches('input, select, textarea')) return
  activeElement.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
}
