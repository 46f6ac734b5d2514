import { type ReactNode, useSyncExternalStore } from 'react'
import { A4, type PageSize, type Part } from '#domain/page-images/page-image.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { SendOn } from '../share-row.tsx'
import { type PageQuestion, questionAddress } from './page-question.ts'
import { labelOf } from './question-list.tsx'

type Area = PageQuestion['areas'][number]
type Paper = { title: string; address: string; part: Part }

/** How far above a question its address leads, in pixels of a page's 1440: below the site's header. */
const ABOVE = 240

/**
 * What is over a page: the place of each question, which an address such as "#q17" leads to, and the frame of the one
 * that it names. Without scripts the first of its parts is framed. Drawn as SVG: the site allows no style attributes.
 */
export function useFrames(
  questions: readonly PageQuestion[],
  paper: Paper,
): (page: number, size: PageSize | null) => ReactNode {
  const named = useNamed()
  const at = questions.findIndex(({ id }) => id === named)
  const open = questions[at]
  const beginning = open?.areas[0]
  return (page, size) => {
    const { width, height, isSpread = false } = size ?? A4
    const sides = isSpread ? 2 : 1
    const sideOf = ({ x, width: wide }: Area) => Math.min(sides - 1, Math.floor((x + wide / 2) * sides))
    const areas = questions.flatMap((question) =>
      question.areas.flatMap((area, order) => (area.page === page ? [{ question, area, order }] : [])),
    )
    if (areas.length === 0) return null
    return (
      <div className="leaf-sides">
        {Array.from({ length: sides }, (_, side) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: left, then right
          <div key={side}>
            <svg className="question-frames" viewBox={`0 0 ${width / sides} ${height}`} aria-hidden="true">
              {areas
                .filter(({ area }) => sideOf(area) === side)
                .map(({ question, area, order }) => (
                  <Frame
                    key={`${question.id} ${area.x} ${area.y}`}
                    id={order === 0 ? question.id : undefined}
                    isNamed={question === open}
                    x={Math.round((area.x - side / sides) * width)}
                    y={Math.round(area.y * height)}
                    width={Math.round(area.width * width)}
                    height={Math.round(area.height * height)}
                  />
                ))}
            </svg>
            {open && beginning?.page === page && sideOf(beginning) === side && (
              <Named
                question={open}
                before={questions[at - 1]}
                next={questions[at + 1]}
                paper={paper}
                bottom={1 - beginning.y}
              />
            )}
          </div>
        ))}
      </div>
    )
  }
}

type FrameProps = {
  id: string | undefined
  isNamed: boolean
  x: number
  y: number
  width: number
  height: number
}

function Frame({ id, isNamed, x, y, width, height }: FrameProps) {
  return (
    <g id={id} data-named={isNamed || undefined}>
      {id && <path d={`M0 ${Math.max(0, y - ABOVE)}v1h1`} />}
      <rect x={x} y={y} width={width} height={height} rx="6" />
    </g>
  )
}

type NamedProps = {
  question: PageQuestion
  before: PageQuestion | undefined
  next: PageQuestion | undefined
  paper: Paper
  /** Of the page's height, from below. */
  bottom: number
}

function Named({ question, before, next, paper, bottom }: NamedProps) {
  const m = useMessages()
  const name = labelOf(m, question)
  const wayTo = (to: PageQuestion | undefined, label: string, sign: string) =>
    to && (
      <a href={questionAddress(to, paper.part)} aria-label={`${label}: ${labelOf(m, to)}`}>
        {sign}
      </a>
    )
  return (
    <section className="question-bar" aria-label={name} style={{ bottom: `${bottom * 100}%` }}>
      {wayTo(before, m.questions_before(), '‹')}
      <b>{name}</b>
      {wayTo(next, m.questions_next(), '›')}
      <SendOn
        key={question.id}
        title={`${name}: ${paper.title}`}
        address={`${paper.address}${addressOf(question, paper.part)}`}
      />
    </section>
  )
}

/** Whole, so that it leads to the right part wherever it is sent from. */
function addressOf(question: PageQuestion, part: Part): string {
  return questionAddress(question, { ...part, sizes: part.from === 1 ? part.sizes : [] })
}

function useNamed(): string {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('hashchange', changed)
      return () => removeEventListener('hashchange', changed)
    },
    () => location.hash.slice(1),
    () => '',
  )
}
