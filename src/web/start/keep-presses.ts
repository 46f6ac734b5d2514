/** What the browser itself does something with, or `actAtOnce` and the slideshow do. */
const ACTS_BY_ITSELF =
  'a[href], input, select, textarea, label, summary, [popovertarget], [type="submit"], .pause, dialog'

/** Keeps presses that only React can answer, until it can. */
export function keepPresses() {
  const pressed: Element[] = []
  const typed = new Set<EventTarget>()
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  addEventListener(
    'click',
    (event) => {
      const { target } = event
      if (!(target instanceof Element) || event.button !== 0) return
      const waits = target.closest('[data-waits]')
      if (!waits && target.closest(ACTS_BY_ITSELF)) return
      if (waits) event.preventDefault()
      if (waits || target.closest('button')) pressed.push(target)
    },
    options,
  )
  addEventListener('input', ({ target }) => target && typed.add(target), options)
  return {
    /** To be called when the page is hydrated. */
    repeat() {
      ended.abort()
      for (const field of typed) field.dispatchEvent(new Event('input', { bubbles: true }))
      for (const part of pressed)
        part.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
    },
  }
}
