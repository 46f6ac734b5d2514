import { startBeat } from '#web/ui/motion.ts'
import './slideshow.css'

const SLIDE_MS = 3_000
const SWIPE_PX = 40

/** Shows the dialog over its page; its slides turn every 3 s or by hand, until it is closed. */
export function showSlides(dialog: HTMLDialogElement): void {
  const slides = [...dialog.querySelectorAll<HTMLElement>('.slide')]
  const bubbles = [...dialog.querySelectorAll('.bubble')]
  const live = dialog.querySelector('.slides')
  const count = dialog.querySelector('.slideshow-head > span')
  const closed = new AbortController()
  let at = 0

  function turn(to: number, from: 'left' | 'right', byHand: boolean) {
    // One alone has nowhere to turn to.
    if (slides.length < 2) return
    at = (to + slides.length) % slides.length
    for (const [index, slide] of slides.entries()) {
      slide.toggleAttribute('data-shown', index === at)
      if (index === at) slide.dataset.from = from
      else delete slide.dataset.from
      if (index === at) bubbles[index]?.setAttribute('aria-current', 'true')
      else bubbles[index]?.removeAttribute('aria-current')
    }
    // The label of a slide says which of how many it is, in the language of the page.
    if (count) count.textContent = `[${slides[at]?.ariaLabel}]`
    live?.setAttribute('aria-live', byHand ? 'polite' : 'off')
    // Every slide has its whole time.
    beat.restart()
  }

  const step = (by: number) => turn(at + by, by > 0 ? 'right' : 'left', true)
  const beat = startBeat(() => turn(at + 1, 'right', false), SLIDE_MS)
  pauseUnderPointerAndFocus(dialog, beat.hold, closed.signal)
  followSwipes(live, step, closed.signal)
  closeBeside(dialog, closed.signal)
  for (const picture of dialog.querySelectorAll('img')) showIllustrationInstead(picture, closed.signal)
  dialog.addEventListener(
    'click',
    ({ target }) => {
      const pressed = (target as Element).closest<HTMLElement>('a, button')
      if (pressed?.dataset.step) step(Number(pressed.dataset.step))
      else if (pressed?.matches('.bubble')) turnToBubble(bubbles.indexOf(pressed))
      else if (pressed && !pressed.matches('.pause')) dialog.close()
    },
    { signal: closed.signal },
  )
  const turnToBubble = (index: number) => turn(index, index < at ? 'left' : 'right', true)
  open(dialog)
  dialog.addEventListener('close', () => [beat.stop(), closed.abort()], { once: true })
}

function open(dialog: HTMLDialogElement) {
  const { style, clientWidth } = document.documentElement
  style.setProperty('--scroll-bar', `${innerWidth - clientWidth}px`)
  const { activeElement, body } = document
  dialog.showModal()
  // Not the first button: its focus ring would pause the slides.
  dialog.focus()
  // Where nothing had the focus, the next Tab begins where the page begins.
  if (activeElement !== body) return
  dialog.addEventListener(
    'close',
    () => {
      body.tabIndex = -1
      body.addEventListener('blur', () => body.removeAttribute('tabindex'), { once: true })
      body.focus({ preventScroll: true })
    },
    { once: true },
  )
}

function pauseUnderPointerAndFocus(dialog: Element, hold: (held: boolean) => void, signal: AbortSignal) {
  const sheet = dialog.querySelector<HTMLElement>('.slideshow-sheet')
  let [isHovered, isFocused] = [false, false]
  const set = (changes: { hovered?: boolean; focused?: boolean }) => {
    isHovered = changes.hovered ?? isHovered
    isFocused = changes.focused ?? isFocused
    hold(isHovered || isFocused)
  }
  const enter = ({ pointerType }: PointerEvent) => set({ hovered: pointerType === 'mouse' })
  sheet?.addEventListener('pointerenter', enter, { signal })
  sheet?.addEventListener('pointerleave', () => set({ hovered: false }), { signal })
  const focus = ({ target }: FocusEvent) => set({ focused: (target as Element).matches(':focus-visible') })
  sheet?.addEventListener('focusin', focus, { signal })
  sheet?.addEventListener('focusout', () => set({ focused: false }), { signal })
}

function followSwipes(slides: Element | null, step: (by: number) => void, signal: AbortSignal) {
  let from: number | undefined
  const begin = ({ pointerType, clientX }: PointerEvent) => {
    from = pointerType === 'touch' ? clientX : undefined
  }
  const end = ({ clientX }: PointerEvent) => {
    const moved = clientX - (from ?? clientX)
    from = undefined
    if (Math.abs(moved) > SWIPE_PX) step(moved < 0 ? 1 : -1)
  }
  slides?.addEventListener('pointerdown', (event) => begin(event as PointerEvent), { signal })
  slides?.addEventListener('pointerup', (event) => end(event as PointerEvent), { signal })
}

function closeBeside(dialog: HTMLDialogElement, signal: AbortSignal) {
  let isPressedBeside = false
  const press = ({ target }: Event) => {
    isPressedBeside = target === dialog
  }
  dialog.addEventListener('pointerdown', press, { signal })
  dialog.addEventListener('click', ({ target }) => isPressedBeside && target === dialog && dialog.close(), {
    signal,
  })
}

function showIllustrationInstead(picture: HTMLImageElement, signal: AbortSignal) {
  const show = () => {
    picture.hidden = true
    const shown = picture.closest('picture') ?? picture
    shown.nextElementSibling?.classList.remove('hidden')
  }
  if (picture.complete && picture.currentSrc && picture.naturalWidth === 0) show()
  else picture.addEventListener('error', show, { signal, once: true })
}
