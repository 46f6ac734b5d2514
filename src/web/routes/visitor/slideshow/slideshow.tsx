import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Centre } from '#domain/centre/centre.ts'
import { site } from '#site'
import { Drawing } from '#web/ui/drawing.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { useBeat } from '#web/ui/motion.ts'
import { PauseButton } from '#web/ui/pause-button.tsx'
import './slideshow.css'
import { opensNow } from './slideshow-opening.ts'

const SLIDE_MS = 3_000
const SWIPE_PX = 40
const { opens, slides } = site.slideshow

type Slide = Centre['slideshow']['slides'][number]
type Turn = { at: number; from?: 'left' | 'right'; byHand: boolean }

export function Slideshow() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (opensNow(opens)) setIsOpen(true)
  }, [])
  return isOpen && <SlideshowDialog onClose={() => setIsOpen(false)} />
}

function SlideshowDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const focusedBefore = useRef<Element>(null)
  const pressedBeside = useRef(false)
  const swipeFrom = useRef<number>(undefined)
  const [{ at, from, byHand }, setTurn] = useState<Turn>({ at: 0, byHand: false })
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)

  useEffect(() => {
    const { style, clientWidth } = document.documentElement
    style.setProperty('--scroll-bar', `${innerWidth - clientWidth}px`)
    focusedBefore.current = document.activeElement
    dialog.current?.showModal()
    // Not the first button: its focus ring would pause the slides.
    dialog.current?.focus()
  }, [])

  // New with each slide, so that every slide has its whole time.
  const moveOn = useCallback(
    () => setTurn({ at: (at + 1) % slides.length, from: 'right', byHand: false }),
    [at],
  )
  useBeat(moveOn, SLIDE_MS, isHovered || isFocused)

  function step(by: 1 | -1) {
    const next = (at + by + slides.length) % slides.length
    setTurn({ at: next, from: by === 1 ? 'right' : 'left', byHand: true })
  }

  // Where nothing had the focus, the next Tab begins where the page begins.
  function close() {
    const { body } = document
    if (focusedBefore.current !== body) return onClose()
    body.tabIndex = -1
    body.addEventListener('blur', () => body.removeAttribute('tabindex'), { once: true })
    body.focus({ preventScroll: true })
    onClose()
  }

  function closeBeside(event: React.MouseEvent) {
    if (pressedBeside.current && event.target === dialog.current) dialog.current?.close()
  }

  function endSwipe(event: React.PointerEvent) {
    const moved = event.clientX - (swipeFrom.current ?? event.clientX)
    swipeFrom.current = undefined
    if (Math.abs(moved) > SWIPE_PX) step(moved < 0 ? 1 : -1)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className="slideshow"
      tabIndex={-1}
      aria-labelledby="slideshow-name"
      onClose={close}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === dialog.current
      }}
      onClick={closeBeside}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only hold what moves */}
      <div
        className="slideshow-sheet"
        onPointerEnter={(event) => setIsHovered(event.pointerType === 'mouse')}
        onPointerLeave={() => setIsHovered(false)}
        onFocus={(event) => setIsFocused(event.target.matches(':focus-visible'))}
        onBlur={() => setIsFocused(false)}
      >
        <div className="slideshow-head">
          <p id="slideshow-name">General instructions</p>
          <span aria-hidden="true">
            [{at + 1} of {slides.length}]
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
          >
            <Mark name="close" />
          </button>
        </div>
        <div
          className="slides"
          aria-live={byHand ? 'polite' : 'off'}
          onPointerDown={(event) => {
            swipeFrom.current = event.pointerType === 'touch' ? event.clientX : undefined
          }}
          onPointerUp={endSwipe}
        >
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group, not a set of fields
            <div
              key={slide.title}
              className="slide"
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
              data-shown={index === at || undefined}
              data-from={index === at ? from : undefined}
            >
              <div className="slide-picture graph-paper">
                <Picture picture={slide.picture} />
              </div>
              <div className="slide-words">
                <h2>{slide.title}</h2>
                <p>{slide.text}</p>
                <Link className="button" to={slide.link} onClick={() => dialog.current?.close()}>
                  {slide.action}
                </Link>
              </div>
            </div>
          ))}
        </div>
        <div className="slide-turns">
          <button type="button" className="icon-button" aria-label="Slide before" onClick={() => step(-1)}>
            <Mark name="left" />
          </button>
          {slides.map((slide, index) => (
            <button
              key={slide.title}
              type="button"
              className="bubble"
              aria-label={`Slide ${index + 1}: ${slide.title}`}
              aria-current={index === at || undefined}
              onClick={() => setTurn({ at: index, from: index < at ? 'left' : 'right', byHand: true })}
            >
              <span>{index + 1}</span>
            </button>
          ))}
          <button type="button" className="icon-button" aria-label="Next slide" onClick={() => step(1)}>
            <Mark name="right" />
          </button>
          <PauseButton />
        </div>
      </div>
    </dialog>
  )
}

function Picture({ picture }: { picture: Slide['picture'] }) {
  const [hasFailed, setHasFailed] = useState(false)
  if (typeof picture === 'string') return <Drawing name={picture} />
  if (hasFailed) return <Drawing name="papers" />
  return <img {...picture} alt={picture.alt} decoding="async" onError={() => setHasFailed(true)} />
}
