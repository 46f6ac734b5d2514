import { Fragment, useMemo } from 'react'
import { PAGE_WIDTHS } from '#domain/page-images/page-image.ts'
import type { PageLines, TextLine } from '#domain/page-text/text-line.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import type { PageQuestion } from '../../questions/page-question.ts'
import { labelOf } from '../../questions/question-list.tsx'

const WIDTH = PAGE_WIDTHS[1]

/**
 * The words of a page where they stand on its picture: unseen, for screen readers, to be selected and copied; each of
 * `questions` that begins on it has a heading before its first line.
 */
export function TextLayer({
  page,
  height,
  said: { lines, confidence },
  isSpread,
  questions,
}: {
  page: number
  height: number
  said: PageLines
  /** Then each half has its own lines, wherever it is shown. */
  isSpread: boolean
  questions: readonly PageQuestion[]
}) {
  const m = useMessages()
  const langOf = useTextLang()
  const parts = useMemo(() => (isSpread ? halves(lines) : [lines]), [lines, isSpread])
  const width = WIDTH / parts.length
  const placed = useMemo(
    () => parts.map((part, at) => place(part, at * width, width, height)),
    [parts, width, height],
  )
  const begun = useMemo(
    () =>
      beginnings(
        questions.filter((each) => each.page === page),
        lines,
        height,
      ),
    [questions, page, lines, height],
  )
  if (lines.length === 0) return null
  const headingsOf = (line: TextLine | undefined) =>
    begun.get(line)?.map((question) => <h4 key={question.id}>{labelOf(m, question)}</h4>)
  const name =
    confidence === null
      ? m.reader_text_of_page({ page })
      : m.reader_text_recognised({ page, percent: confidence })
  return (
    <section className="leaf-sides" aria-label={name}>
      {placed.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: left, then right
        <div key={at} className="leaf-text">
          {part.map(({ key, line, text, style }) => (
            <Fragment key={key}>
              {headingsOf(line)}
              <p lang={langOf(text)} style={style}>
                {text}
              </p>
            </Fragment>
          ))}
        </div>
      ))}
      {headingsOf(undefined)}
    </section>
  )
}

/** A line belongs to the half that its middle is in. */
function halves(lines: TextLine[]): TextLine[][] {
  const isRight = ([left, , wide]: TextLine) => left + wide / 2 > WIDTH / 2
  return [lines.filter((line) => !isRight(line)), lines.filter(isRight)]
}

/** Questions by the first line that is in them, or by `undefined`. */
function beginnings(questions: readonly PageQuestion[], lines: TextLine[], height: number) {
  const begun = new Map<TextLine | undefined, PageQuestion[]>()
  for (const question of questions) {
    const [area] = question.areas
    const line = lines.find(([left, top, wide, high]) => {
      const [across, down] = [(left + wide / 2) / WIDTH, (top + high / 2) / height]
      return (
        area &&
        across >= area.x &&
        across <= area.x + area.width &&
        down >= area.y &&
        down <= area.y + area.height
      )
    })
    begun.set(line, [...(begun.get(line) ?? []), question])
  }
  return begun
}

/** Each line is drawn as tall as it is printed, and stretched to be as wide; `from` is where its half begins. */
function place(lines: TextLine[], from: number, width: number, height: number) {
  const pen = document.createElement('canvas').getContext('2d')
  return lines.map((line, at) => {
    const [left, top, wide, high, text] = line
    if (pen) pen.font = `${high}px sans-serif`
    const stretch = wide / (pen?.measureText(text).width || wide)
    const style = {
      left: `${((left - from) / width) * 100}%`,
      top: `${(top / height) * 100}%`,
      fontSize: `${(high / width) * 100}cqw`,
      transform: `scaleX(${stretch.toFixed(4)})`,
    }
    return { key: `${at} ${text}`, line, text, style }
  })
}
