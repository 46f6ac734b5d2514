import {
  Fragment,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { A4, PAGE_WIDTHS, type PageSize } from '#domain/page-images/page-image.ts'
import type { PageLines, TextLine } from '#domain/page-text/text-line.ts'
import { pageName } from '#domain/page-turns/turn.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { NonceContext } from '#web/nonce.ts'
import type { PageQuestion } from './page-question.ts'
import { labelOf } from './question-list.tsx'

const WIDTH = PAGE_WIDTHS[1]

/**
 * The words of a page where they are on its picture: unseen, for screen readers, to be selected and copied; each of
 * `questions` that begins on it has a heading before its first line.
 */
function TextLayer({
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

/** Each line is rendered as tall as it is printed, and stretched to be as wide; `from` is where its half begins. */
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

/** Smaller than the real width on phones, so that dense screens load 720 pixels until somebody zooms in. */
const SIZES = '(max-width: 30rem) 60vw, (max-width: 48rem) 92vw, 44rem'
/** Of two pages next to each other, whose halves are as wide as the screen. */
const SPREAD_SIZES = '(max-width: 30rem) 120vw, (max-width: 48rem) 184vw, 44rem'

/**
 * Runs while the document is read, at the end of the first page: the pictures of the others are not asked for until it has
 * arrived or failed, since they would share its connection. Not where the address names a page to begin at.
 */
const WAIT = `{const p=document.currentScript.parentElement.querySelector('img'),o=p&&p.closest('ol');if(p&&!p.complete&&!location.hash){o.dataset.first='awaited';for(const e of ['load','error'])p.addEventListener(e,()=>delete o.dataset.first,{once:true})}}`

type Leaf = {
  page: number
  pages: number
  size: PageSize | null
  base: string
  /** Null where it cannot be opened. */
  file: string | null
  isLight: boolean
  isNear: boolean
  /** In CSS pixels, once somebody has zoomed in. */
  zoomedTo: number | null
  isFirst: boolean
  /** Whether the tab key stops here: at one page of all. */
  isStop: boolean
  /** Of the paper: those that begin on the page are named there. */
  questions: readonly PageQuestion[]
  /** What is over the page. */
  children?: ReactNode
}

export function Leaf({
  page,
  pages,
  size,
  base,
  file,
  isLight,
  isNear,
  zoomedTo,
  isFirst,
  isStop,
  questions,
  children,
}: Leaf) {
  const m = useMessages()
  const name = m.reader_page_of({ page, pages })
  const { width, height } = size ?? A4
  const address = `${base}/${pageName(page, size?.turn)}`
  const small = `${address}-720.webp`
  const large = `${address}-1440.webp`
  const isShown = size !== null && isNear
  const picture = useRef<HTMLImageElement>(null)
  const said = useLines(picture, `${address}-lines.json`, isShown)
  const confidence = said?.confidence ?? null
  const isSpread = size?.isSpread ?? false
  const sources = isLight
    ? {}
    : {
        srcSet: `${small} 720w, ${large} 1440w`,
        sizes: zoomedTo
          ? `${Math.round(isSpread ? zoomedTo * 2 : zoomedTo)}px`
          : isSpread
            ? SPREAD_SIZES
            : SIZES,
      }
  return (
    <li id={`page-${page}`} className="leaf" data-spread={isSpread || undefined}>
      {/* Shown below the page, and heard before it. */}
      <h3 className="leaf-number">
        <span>{confidence !== null ? m.reader_recognised({ page: name, percent: confidence }) : name}</span>
        {isSpread && <span className="halves-name">{m.reader_halves()}</span>}
      </h3>
      {/* As tall as the page at any width, so that nothing moves when the picture arrives. */}
      <LeafPlace size={size ?? A4} page={page} name={size && !isShown ? name : null} />
      {size ? (
        <a
          href={isLight ? small : large}
          tabIndex={isStop ? undefined : -1}
          draggable={false}
          aria-label={m.reader_larger({ page: name })}
        >
          {isShown && (
            <img
              ref={picture}
              src={small}
              {...sources}
              width={width}
              height={height}
              alt={name}
              loading={isFirst ? 'eager' : 'lazy'}
              fetchPriority={isFirst ? 'high' : undefined}
              decoding="async"
              draggable={false}
            />
          )}
          {/* The same picture: seen on phones alone, which show one half below the other. */}
          {isShown && isSpread && (
            <img
              src={small}
              {...sources}
              width={width}
              height={height}
              alt={m.reader_right_half({ page: name })}
              loading="lazy"
              decoding="async"
              draggable={false}
            />
          )}
        </a>
      ) : (
        <p className="leaf-failed">
          <b>{name}</b>
          {m.reader_no_picture()}
          {file && (
            <a href={file} target="_blank" rel="noopener" className="action">
              <span className="sweeps">{m.reader_read_in_file()}</span>
            </a>
          )}
        </p>
      )}
      {said && (
        <TextLayer page={page} height={height} said={said} isSpread={isSpread} questions={questions} />
      )}
      {children}
      {isFirst && <FirstPageFirst />}
    </li>
  )
}

function LeafPlace({ size, page, name }: { size: PageSize; page: number; name: string | null }) {
  const { width, height } = size
  return (
    <svg
      className="leaf-place"
      viewBox={`0 0 ${width} ${height}`}
      role={name ? 'img' : undefined}
      aria-label={name ?? undefined}
      aria-hidden={name ? undefined : true}
    >
      <text x={width / 2} y={height / 2} textAnchor="middle" dominantBaseline="middle">
        {page}
      </text>
    </svg>
  )
}

/** The last thing in the first page; without JavaScript all pages are fetched as the browser likes. */
function FirstPageFirst() {
  const nonce = useContext(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: WAIT }} />
}

/** What a page says and where, fetched once its picture is there; null before, and where it cannot be fetched. */
function useLines(picture: RefObject<HTMLImageElement | null>, address: string, isShown: boolean) {
  const [lines, setLines] = useState<PageLines | null>(null)
  useEffect(() => {
    const image = picture.current
    if (!isShown || !image) return
    const left = new AbortController()
    const { signal } = left
    const fetchLines = () =>
      fetch(address, { signal })
        .then((answer) => (answer.ok ? answer.json() : null))
        .then(setLines, () => {})
    if (image.complete) void fetchLines()
    else image.addEventListener('load', fetchLines, { once: true, signal })
    return () => left.abort()
  }, [picture, address, isShown])
  return isShown ? lines : null
}
