import { useState } from 'react'
import { pictureOf, type SittingPaper, type SittingQuestion } from '#domain/sitting/sitting-paper.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'

type CutProps = {
  paper: Pick<SittingPaper, 'id' | 'pages' | 'base'>
  question: Pick<SittingQuestion, 'id' | 'number' | 'areas' | 'text' | 'from'>
  /** "Question 17" without one. */
  name?: string
}

/** A question as it is printed, cut from the pictures of its pages: a device that has these needs nothing else. */
export function QuestionImage({ question, paper: of, ...given }: CutProps) {
  const paper = question.from ?? of
  const m = useMessages()
  const langOf = useTextLang()
  const [hasFailed, setFailed] = useState(false)
  const { number, areas, text } = question
  const name = given.name ?? m.questions_one({ number })
  if (hasFailed || !areas.some(({ page }) => paper.pages[page - 1]))
    return (
      <p className="sit-text" lang={langOf(text)}>
        {text || m.sit_no_picture()}
      </p>
    )
  const { parts, width, height } = stack(areas, paper.pages)
  return (
    <div className="sit-cut" role="img" aria-label={`${name}. ${text}`} lang={langOf(text)}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {parts.map(({ page, size, left, top, wide, high, y }) => (
          <svg
            key={y}
            aria-hidden="true"
            x="0"
            y={y}
            width={wide}
            height={high}
            viewBox={`${left} ${top} ${wide} ${high}`}
          >
            <image
              href={pictureOf(paper, page)}
              width={size.width}
              height={size.height}
              onError={() => setFailed(true)}
            />
          </svg>
        ))}
      </svg>
    </div>
  )
}

const GAP = 12

/** Parts below each other, in one scale: pixels of pages that are 1440 wide. */
function stack(areas: SittingQuestion['areas'], pages: SittingPaper['pages']) {
  let bottom = 0
  const parts = areas.flatMap(({ page, x, y, width, height }) => {
    const size = pages[page - 1]
    if (!size) return []
    const [left, top] = [Math.round(x * size.width), Math.round(y * size.height)]
    const [wide, high] = [Math.round(width * size.width), Math.round(height * size.height)]
    const part = { page, size, left, top, wide, high, y: bottom }
    bottom += high + GAP
    return part
  })
  return { parts, width: Math.max(0, ...parts.map(({ wide }) => wide)), height: Math.max(0, bottom - GAP) }
}
