import { useLayoutEffect, useRef } from 'react'

const PLACES = ['bottom-right', 'top-right', 'bottom-left', 'top-left']
/** What a toast must not lie on when it was pressed last or has the focus. */
const CONTROLS = 'a, button, input, select, textarea, label, summary, [role="button"], [tabindex="0"]'
/** What can be pressed at any time, whatever has the focus. */
const ALWAYS_FREE = '.retry-line button'

/**
 * Puts the toasts, whenever they change, into the first corner where they cover neither the control that was pressed
 * last nor the one that has the focus; gives back the ref for their container.
 */
export function useFreePlace(toasts: unknown[]) {
  const viewport = useRef<HTMLDivElement>(null)
  const pressed = useRef<Element>(null)

  useLayoutEffect(() => {
    const press = ({ target }: PointerEvent) => {
      const control = target instanceof Element ? target.closest(CONTROLS) : null
      if (!viewport.current?.contains(control)) pressed.current = control
      settle(viewport.current, pressed.current)
    }
    const again = () => settle(viewport.current, pressed.current)
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('focusin', again)
    window.addEventListener('resize', again)
    window.addEventListener('scroll', again, { passive: true })
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('focusin', again)
      window.removeEventListener('resize', again)
      window.removeEventListener('scroll', again)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the toasts changes what they cover
  useLayoutEffect(() => settle(viewport.current, pressed.current), [toasts])
  return viewport
}

function settle(viewport: HTMLElement | null, pressed: Element | null) {
  if (!viewport?.querySelector('.toast')) return
  const focused = document.activeElement?.closest(CONTROLS) ?? null
  const kept = [pressed, focused, ...document.querySelectorAll(ALWAYS_FREE)].filter(
    (control) => control?.isConnected && !viewport.contains(control),
  ) as Element[]
  const now = viewport.dataset.place ?? 'bottom-right'
  const isFree = (place: string) => {
    viewport.dataset.place = place
    const own = viewport.getBoundingClientRect()
    return kept.every((control) => !overlap(own, control.getBoundingClientRect()))
  }
  if (![now, ...PLACES].some(isFree)) viewport.dataset.place = now
}

function overlap(a: DOMRect, b: DOMRect) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
