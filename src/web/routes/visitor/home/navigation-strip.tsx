import { useCallback, useEffect, useRef, useState } from 'react'
import { BOARDS, EXAMS_WITHOUT_CLASSES, type PaperType, SCHOOL_GRADES } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Link } from '#web/link.tsx'

const EXAMS = EXAMS_WITHOUT_CLASSES.toReversed()
/** The younger classes are found under View more. */
const CLASSES = SCHOOL_GRADES.slice(0, 5)
/** A mouse on its way to a class may cross the other tab for a moment. */
const CROSSING_MS = 120

type Menu = PaperType
type Open = Menu | 'none'

/** Native disclosures, which open without JavaScript; ours adds hover and closes what is left open. */
export function NavigationStrip() {
  const m = useMessages()
  const labels = useLabels()
  const strip = useRef<HTMLElement>(null)
  const pressedWith = useRef('')
  const crossing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [{ open, from }, setShown] = useState<{ open: Open; from?: 'left' | 'right' }>({ open: 'none' })

  function show(next: Open) {
    setShown((now) => (now.open === next ? now : { open: next, from: sideOf(now.open, next) }))
  }

  // A menu opened before hydration stays open.
  useEffect(() => {
    const opened = strip.current?.querySelector('details[open]')?.getAttribute('data-menu')
    if (opened) setShown({ open: opened as Menu })
  }, [])

  /** On a phone the strip may be at the window's lower edge. */
  const scrollIntoWindow = useCallback(() => {
    if (!matchMedia('(width < 48rem)').matches) return
    strip.current?.querySelector('details[open] > .classes')?.scrollIntoView({ block: 'nearest' })
  }, [])

  useEffect(() => {
    if (open !== 'none') scrollIntoWindow()
  }, [open, scrollIntoWindow])

  useEffect(() => {
    if (open === 'none') return
    const close = () => setShown({ open: 'none' })
    const closeFromOutside = (event: Event) => strip.current?.contains(event.target as Node) || close()
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const menu = strip.current?.querySelector<HTMLElement>(`[data-menu="${open}"]`)
      if (menu?.contains(document.activeElement)) menu.querySelector('summary')?.focus()
      close()
    }
    document.addEventListener('pointerdown', closeFromOutside)
    document.addEventListener('focusin', closeFromOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside)
      document.removeEventListener('focusin', closeFromOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [open])

  function enter(event: React.PointerEvent, menu: Menu) {
    if (event.pointerType !== 'mouse') return
    clearTimeout(crossing.current)
    crossing.current = setTimeout(() => show(menu), open === 'none' ? 0 : CROSSING_MS)
  }

  /** The mouse has opened the menu by hover already; touch and keys toggle it. */
  function press(event: React.MouseEvent, menu: Menu) {
    event.preventDefault()
    show(pressedWith.current !== 'mouse' && open === menu ? 'none' : menu)
    // Opened by the mouse on its way, it may have been scrolled out of sight since.
    scrollIntoWindow()
    pressedWith.current = ''
  }

  function leave(event: React.PointerEvent) {
    clearTimeout(crossing.current)
    if (event.pointerType !== 'mouse' || event.currentTarget.querySelector(':focus-visible')) return
    show('none')
  }

  return (
    <nav ref={strip} className="strip" aria-label={m.strip_label()}>
      <div className="wrap" data-leads-to={m.class_previous_years()}>
        {EXAMS.map((exam) => (
          <Link key={exam} className="tab" to={`/resources/${exam}/previous-years`}>
            <span className="sweeps">{labels.type(exam)}</span>
          </Link>
        ))}
        <div className="menus" data-leads-to={m.strip_by_class()} onPointerLeave={leave}>
          {BOARDS.map((menu) => (
            <details
              key={menu}
              name="classes"
              data-menu={menu}
              open={open === menu}
              onPointerEnter={(event) => enter(event, menu)}
            >
              {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, to the keyboard too */}
              <summary
                className="tab"
                onPointerDown={(event) => {
                  pressedWith.current = event.pointerType
                }}
                onClick={(event) => press(event, menu)}
              >
                <span className="sweeps">{menu === 'state' ? m.strip_state() : menu.toUpperCase()}</span>
                <svg className="mark" width="14" height="14" viewBox="0 0 24 24" aria-hidden="true">
                  <path d="m4 8 8 8 8-8" />
                </svg>
              </summary>
              <Classes menu={menu} from={open === menu ? from : undefined} />
            </details>
          ))}
        </div>
      </div>
    </nav>
  )
}

function Classes({ menu, from }: { menu: Menu; from: 'left' | 'right' | undefined }) {
  const m = useMessages()
  const board = menu === 'state' ? m.exam_state_heading() : menu.toUpperCase()
  return (
    <div className="classes">
      <div className="slides-in" data-from={from}>
        <ul aria-label={m.strip_classes({ board })}>
          {CLASSES.map((grade) => (
            <li key={grade}>
              <Link to={`/resources/${menu}/${grade}`}>
                {withNodes((node) => m.strip_class({ b: node(<b>{m.strip_class_b({ grade })}</b>) }))}
              </Link>
            </li>
          ))}
        </ul>
        <Link className="button button-line" to="/practice">
          {m.strip_more()}
        </Link>
      </div>
    </div>
  )
}

function sideOf(before: Open, next: Open) {
  if (before === 'none' || next === 'none') return undefined
  return BOARDS.indexOf(next) > BOARDS.indexOf(before) ? 'right' : 'left'
}
