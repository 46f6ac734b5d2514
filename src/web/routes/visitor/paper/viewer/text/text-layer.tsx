import { useMemo } from 'react'
import { PAGE_WIDTHS } from '#domain/page-images/page-image.ts'
import type { PageLines, TextLine } from '#domain/page-text/text-line.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'

const WIDTH = PAGE_WIDTHS[1]

/** The words of a page where they stand on its picture: unseen, for screen readers, to be selected and copied. */
export function TextLayer({
  page,
  height,
  said: { lines, confidence },
  isSpread,
}: {
  page: number
  height: number
  said: PageLines
  /** Then each half has its own lines, wherever it is shown. */
  isSpread: boolean
}) {
  const m = useMessages()
  const langOf = useTextLang()
  const parts = useMemo(() => (isSpread ? halves(lines) : [lines]), [lines, isSpread])
  const width = WIDTH / parts.length
  const placed = useMemo(() => parts.map((part) => place(part, width, height)), [parts, width, height])
  if (lines.length === 0) return null
  const name =
    confidence === null
      ? m.reader_text_of_page({ page })
      : m.reader_text_recognised({ page, percent: confidence })
  return (
    <section className="leaf-sides" aria-label={name}>
      {placed.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: left, then right
        <div key={at} className="leaf-text">
          {part.map(({ key, text, style }) => (
            <p key={key} lang={langOf(text)} style={style}>
              {text}
            </p>
          ))}
        </div>
      ))}
    </section>
  )
}

/** A line belongs to the half that its middle is in; those of the right are counted from there. */
function halves(lines: TextLine[]): TextLine[][] {
  const isRight = ([left, , wide]: TextLine) => left + wide / 2 > WIDTH / 2
  const right = lines.filter(isRight)
  return [
    lines.filter((line) => !isRight(line)),
    right.map(([left, top, wide, high, text]) => [left - WIDTH / 2, top, wide, high, text]),
  ]
}

/** Each line is drawn as tall as it is printed, and stretched to be as wide. */
function place(lines: TextLine[], width: number, height: number) {
  const pen = document.createElement('canvas').getContext('2d')
  return lines.map(([left, top, wide, high, text], at) => {
    if (pen) pen.font = `${high}px sans-serif`
    const stretch = wide / (pen?.measureText(text).width || wide)
    const style = {
      left: `${(left / width) * 100}%`,
      top: `${(top / height) * 100}%`,
      fontSize: `${(high / width) * 100}cqw`,
      transform: `scaleX(${stretch.toFixed(4)})`,
    }
    return { key: `${at} ${text}`, text, style }
  })
}
