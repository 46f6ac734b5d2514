import { useLayoutEffect, useRef } from 'react'

const PLACES = ['bottom-right', 'top-right', 'bottom-left', 'top-left']
const CONTROLS = 'a, button, input, select, textarea, label, summary, [role="button"], [tabindex="0"]'
/** What is pressed next, in bars that stay where they are. */
const NEVER_COVERED = '.retry-line button, .inbox-bars button, .step-ways button'
const BUTTONS = 'main button, main a.button'

/**
 * Moves the toasts to the first corner where they cover no button or, where there is none, neither the control pressed
 * last nor the focused one.
 */
export function useFreePlace(toasts: unknown[]) {
  const viewport = useRef<HTMLDivElement>(null)
  const pressed = useRef<Element>(null)

  useLayoutEffect(() => {
    const press = ({ target }: PointerEvent) => {
      const control = target instanceof Element ? target.closest(CONTROLS) : null
      if (!viewport.current?.contains(control)) pressed.current = control
      moveToFreeCorner(viewport.current, pressed.current)
    }
    const move = () => moveToFreeCorner(viewport.current, pressed.current)
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('focusin', move)
    window.addEventListener('resize', move)
    window.addEventListener('scroll', move, { passive: true })
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('focusin', move)
      window.removeEventListener('resize', move)
      window.removeEventListener('scroll', move)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the toasts changes what they cover
  useLayoutEffect(() => moveToFreeCorner(viewport.current, pressed.current), [toasts])
  return viewport
}

function moveToFreeCorner(viewport: HTMLElement | null, pressed: Element | null) {
  if (!viewport?.querySelector('.toast')) return
  const focused = document.activeElement?.closest(CONTROLS) ?? null
  const outside = (controls: (Element | null)[]) =>
    controls.filter((control) => control?.isConnected && !viewport.contains(control)) as Element[]
  const kept = outside([pressed, focused, ...document.querySelectorAll(NEVER_COVERED)])
  const all = [...kept, ...outside([...document.querySelectorAll(BUTTONS)])]
  const now = viewport.dataset.place ?? 'bottom-right'
  const isFreeOf = (controls: Element[]) => (place: string) => {
    viewport.dataset.place = place
    const own = viewport.getBoundingClientRect()
    return controls.every((control) => !overlap(own, control.getBoundingClientRect()))
  }
  const places = [now, ...PLACES]
  if (!places.some(isFreeOf(all)) && !places.some(isFreeOf(kept))) viewport.dataset.place = now
}

function overlap(a: DOMRect, b: DOMRect) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
