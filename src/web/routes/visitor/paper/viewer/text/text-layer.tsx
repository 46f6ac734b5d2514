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
}: {
  page: number
  height: number
  said: PageLines
}) {
  const m = useMessages()
  const langOf = useTextLang()
  const placed = useMemo(() => place(lines, height), [lines, height])
  if (lines.length === 0) return null
  const name =
    confidence === null
      ? m.reader_text_of_page({ page })
      : m.reader_text_recognised({ page, percent: confidence })
  return (
    <section className="leaf-text" aria-label={name}>
      {placed.map(({ key, text, style }) => (
        <p key={key} lang={langOf(text)} style={style}>
          {text}
        </p>
      ))}
    </section>
  )
}

/** Each line is drawn as tall as it is printed, and stretched to be as wide. */
function place(lines: TextLine[], height: number) {
  const pen = document.createElement('canvas').getContext('2d')
  return lines.map(([left, top, wide, high, text], at) => {
    if (pen) pen.font = `${high}px sans-serif`
    const stretch = wide / (pen?.measureText(text).width || wide)
    const style = {
      left: `${(left / WIDTH) * 100}%`,
      top: `${(top / height) * 100}%`,
      fontSize: `${(high / WIDTH) * 100}cqw`,
      transform: `scaleX(${stretch.toFixed(4)})`,
    }
    return { key: `${at} ${text}`, text, style }
  })
}
