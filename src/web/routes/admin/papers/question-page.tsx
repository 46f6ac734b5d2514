// Longer than other files: a page's boxes are drawn, dragged and moved by keys with the same state.

import { X } from 'lucide-react'
import { type CSSProperties, useRef, useState } from 'react'
import { A4, type PageSize } from '#domain/page-images/page-image.ts'
import { pageName } from '#domain/page-turns/turn.ts'
import {
  addQuestion,
  boxesOf,
  continueQuestion,
  type EditedQuestion,
  moveEdge,
  moveSide,
  type PlacedBox,
} from '#domain/questions/edit-questions.ts'
import type { QuestionBox } from '#domain/questions/find-questions.ts'
import { sharedAndOwn } from '#domain/questions/question-crop.ts'
import { IconButton } from '../icon-button.tsx'
import type { Edits } from './use-edits.ts'

/** Of an arrow key, and with Shift, in pixels of a page's 1440. */
const [STEP, LEAP] = [4, 40]
/** Around a question's words, as its frame on visitors' pages. */
const [MARGIN_X, MARGIN_Y] = [14, 10]

type PageProps = {
  edits: Edits
  page: number
  size: PageSize | null
  base: string
  chosen: number | null
  onChoose: (question: number | null) => void
}

/** A page with its questions in frames; of the chosen one all edges are dragged, or moved by keys. */
export function QuestionPage({ edits, page, size, base, chosen, onChoose }: PageProps) {
  const { width, height } = size ?? A4
  const sheet = useRef<HTMLDivElement>(null)
  const [mark, setMark] = useState<{ x: number; y: number } | null>(null)
  const boxes = boxesOf(edits.list, page)
  const own = boxes.filter(({ question }) => question === chosen)
  const about = chosen === null ? [] : passageBoxes(edits.list[chosen], page)
  const name = chosen === null ? '' : `question ${edits.list[chosen]?.number}`

  const shareOf = (pixels: number) => `${(pixels / height) * 100}%`
  /** Where a pointer is, in pixels of the picture. */
  function pointAt({ clientX, clientY }: { clientX: number; clientY: number }) {
    const { left, top, width: wide, height: high } = sheet.current?.getBoundingClientRect() ?? new DOMRect()
    return { x: ((clientX - left) / wide) * width, y: ((clientY - top) / high) * height }
  }

  function press(event: React.MouseEvent) {
    // Pressed by a key it has no place.
    const point = event.detail === 0 ? { x: width / 2, y: height / 2 } : pointAt(event)
    const there = boxes.find(({ area }) => isWithin(area, point))
    if (there) onChoose(there.question)
    setMark(point)
  }

  return (
    <div ref={sheet} className="question-page">
      {size ? (
        <img
          src={`${base}/${pageName(page, size.turn)}-1440.webp`}
          width={width}
          height={height}
          alt={`Page ${page}`}
        />
      ) : (
        <p className="question-no-page">This page has no picture yet.</p>
      )}
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {about.map((area) => (
          <rect key={`${area.left} ${area.top}`} data-passage="" {...framed(area)} />
        ))}
        {boxes.map(({ question, printing, box, area }) => (
          <rect
            key={`${question} ${printing} ${box}`}
            data-chosen={question === chosen || undefined}
            {...framed(area)}
          />
        ))}
      </svg>
      {boxes.map(({ question, printing, box, area }) => (
        <span
          key={`${question} ${printing} ${box}`}
          className="question-tag"
          data-chosen={question === chosen || undefined}
          aria-hidden="true"
          style={{ top: shareOf(area.top - MARGIN_Y), left: `${((area.left - MARGIN_X) / width) * 100}%` }}
        >
          {edits.list[question]?.number}
        </span>
      ))}
      <button
        type="button"
        className="question-press"
        aria-label={`Mark a place on page ${page}`}
        onClick={press}
      />
      {own.map((placed) => (
        <Edges
          key={`${placed.printing} ${placed.box}`}
          {...{ edits, placed, name, width, height, pointAt }}
        />
      ))}
      {mark && (
        <Mark
          {...{ edits, mark, page, height, pointAt, chosen, own, onChoose }}
          onMove={(y) => setMark({ ...mark, y })}
          onClose={() => setMark(null)}
        />
      )}
    </div>
  )
}

/** What a question shares with others, on one page. */
function passageBoxes(question: EditedQuestion | undefined, page: number): QuestionBox[] {
  const boxes = question?.printings.flatMap((printing) => printing.boxes) ?? []
  return sharedAndOwn(boxes).shared.filter((box) => box.page === page)
}

function framed({ left, top, width, height }: QuestionBox) {
  const [x, y] = [left - MARGIN_X, top - MARGIN_Y]
  return { x, y, width: width + 2 * MARGIN_X, height: height + 2 * MARGIN_Y, rx: 6 }
}

type Pointed = (event: { clientX: number; clientY: number }) => { x: number; y: number }
type EdgesProps = {
  edits: Edits
  placed: PlacedBox
  name: string
  width: number
  height: number
  pointAt: Pointed
}

function Edges({ edits, placed, name, width, height, pointAt }: EdgesProps) {
  const { area } = placed
  const across = { left: `${(area.left / width) * 100}%`, width: `${(area.width / width) * 100}%` }
  const down = { top: `${(area.top / height) * 100}%`, height: `${(area.height / height) * 100}%` }
  const words = { top: 'begins', bottom: 'ends' }
  const lines = (['top', 'bottom'] as const).map((edge) => (
    <Line
      key={edge}
      edge={edge}
      label={`Where ${name} ${words[edge]}`}
      at={edge === 'top' ? area.top - MARGIN_Y : area.top + area.height + MARGIN_Y}
      style={across}
      length={height}
      pointAt={pointAt}
      begin={() => edits.list}
      onMove={(to, list, how) => {
        const inside = edge === 'top' ? to + MARGIN_Y : to - MARGIN_Y
        edits.change(moveEdge(list, placed, edge, inside, height), `${how} ${edge} of ${name}`)
      }}
    />
  ))
  const sides = (['left', 'right'] as const).map((edge) => (
    <Line
      key={edge}
      edge={edge}
      label={`The ${edge} side of ${name}`}
      at={edge === 'left' ? area.left - MARGIN_X : area.left + area.width + MARGIN_X}
      style={down}
      length={width}
      pointAt={pointAt}
      begin={() => edits.list}
      onMove={(to, list, how) => {
        const inside = edge === 'left' ? to + MARGIN_X : to - MARGIN_X
        edits.change(moveSide(list, placed, edge, inside), `${how} ${edge} of ${name}`)
      }}
    />
  ))
  return [...lines, ...sides]
}

type LineProps<From> = {
  edge: 'top' | 'bottom' | 'mark' | 'left' | 'right'
  label: string
  at: number
  /** Of the page, in the way that it is moved. */
  length: number
  style?: CSSProperties
  pointAt: Pointed
  /** What a drag begins with, so that a way there and back changes nothing. */
  begin: () => From
  onMove: (to: number, from: From, how: string) => void
}

/** A line across the page, or down it: dragged by its grip, or moved by the arrow keys. */
function Line<From>({ edge, label, at, length, style, pointAt, begin, onMove }: LineProps<From>) {
  const isDown = edge === 'left' || edge === 'right'
  const placeOf = (event: { clientX: number; clientY: number }) => pointAt(event)[isDown ? 'x' : 'y']
  const drag = useRef<{ from: From; apart: number; how: string } | null>(null)
  return (
    <button
      type="button"
      role="slider"
      aria-orientation={isDown ? 'horizontal' : 'vertical'}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={Math.round(at)}
      aria-valuetext={`${Math.round((at / length) * 100)} percent ${isDown ? 'across' : 'down'} the page`}
      className="question-line"
      data-edge={edge}
      style={{ ...style, [isDown ? 'left' : 'top']: `${(at / length) * 100}%` }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { from: begin(), apart: at - placeOf(event), how: `drag ${event.timeStamp}` }
      }}
      onPointerMove={(event) => {
        if (drag.current) onMove(placeOf(event) + drag.current.apart, drag.current.from, drag.current.how)
      }}
      onLostPointerCapture={() => {
        drag.current = null
      }}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[event.key]
        if (!by) return
        event.preventDefault()
        onMove(at + by * (event.shiftKey ? LEAP : STEP), begin(), 'keys')
      }}
    >
      <span />
    </button>
  )
}

type MarkProps = {
  edits: Edits
  mark: { x: number; y: number }
  page: number
  height: number
  pointAt: Pointed
  chosen: number | null
  own: PlacedBox[]
  onChoose: (question: number) => void
  onMove: (y: number) => void
  onClose: () => void
}

/** A marked place, and what may be there: without dragging, all can be done by presses. */
function Mark({ edits, mark, page, height, pointAt, chosen, own, onChoose, onMove, onClose }: MarkProps) {
  const point = { page, height, x: mark.x, y: Math.round(mark.y) }
  const question = chosen === null ? undefined : edits.list[chosen]
  const added = addQuestion(edits.list, point)
  const continued = chosen === null ? null : continueQuestion(edits.list, chosen, point)
  const nearest = own.toSorted((one, other) => distanceOf(one, mark) - distanceOf(other, mark))[0]

  function apply(list: EditedQuestion[], question = chosen) {
    edits.change(list)
    if (question !== null) onChoose(question)
    onClose()
  }

  return (
    <>
      <Line
        edge="mark"
        label="The marked place"
        at={mark.y}
        begin={() => null}
        onMove={(to) => onMove(Math.min(height, Math.max(0, to)))}
        length={height}
        pointAt={pointAt}
      />
      <fieldset
        aria-label="At the marked place"
        className="question-menu"
        data-above={mark.y > height * 0.6 || undefined}
        style={{ top: `${(mark.y / height) * 100}%` }}
      >
        {added && (
          <button type="button" aria-label="New question here" onClick={() => apply(added.list, added.at)}>
            New question
          </button>
        )}
        {question &&
          nearest &&
          (['top', 'bottom'] as const).map((edge) => {
            const does = `${question.number} ${edge === 'top' ? 'begins' : 'ends'}`
            return (
              <button
                key={edge}
                type="button"
                aria-label={`Question ${does} here`}
                onClick={() => apply(moveEdge(edits.list, nearest, edge, mark.y, height))}
              >
                {does}
              </button>
            )
          })}
        {question && continued && (
          <button
            type="button"
            aria-label={`Question ${question.number} goes on here`}
            onClick={() => apply(continued)}
          >
            {question.number} goes on
          </button>
        )}
        <IconButton Mark={X} name="Close" onClick={onClose} />
      </fieldset>
    </>
  )
}

function isWithin({ left, top, width, height }: PlacedBox['area'], { x, y }: { x: number; y: number }) {
  return x >= left - MARGIN_X && x <= left + width + MARGIN_X && y >= top && y <= top + height
}

function distanceOf({ area }: PlacedBox, { y }: { y: number }): number {
  return Math.max(area.top - y, y - area.top - area.height, 0)
}
