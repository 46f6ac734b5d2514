import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Messages } from '#domain/language/messages.ts'
import { PART_PAGES, type Part, pageAddress } from '#domain/page-images/page-image.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { PublishedPaper } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { isOnSlowConnection } from '#web/slow-connection.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Leaf } from './page-image.tsx'
import type { PageQuestion } from './page-question.ts'
import { useFrames } from './question-frames.tsx'
import { readReadingPosition, saveReadingPosition } from './reading-positions.ts'
import { usePagesToCome } from './use-pages-to-come.ts'
import { type PrintFault, usePrinting } from './use-printing.ts'
import { useReadingPosition } from './use-reading-position.ts'
import { useViewer } from './use-viewer.ts'
import { SAVE_PANEL, ViewerBar } from './viewer-bar.tsx'

/** Where the link leads that skips the pages. */
const AFTER_PAGES = 'after-pages'

type EndProps = {
  part: Part
  /** Its id. */
  paper: string
  file: string | null
  onPrint: () => void
}

function ViewerEnd({ part, paper, file, onPrint }: EndProps) {
  const m = useMessages()
  const { loaded, fault, print, stop } = usePrinting(part)
  const button = useRef<HTMLButtonElement>(null)
  const count = part.sizes.length
  const isBusy = loaded !== null
  return (
    <div id={AFTER_PAGES} tabIndex={-1} className="reader-end">
      {isWhole(part) && (
        <div className="print-buttons noscript:hidden">
          <BusyButton
            ref={button}
            className="button button-line"
            busy={isBusy}
            onClick={() => {
              onPrint()
              void print()
            }}
          >
            {isBusy ? m.reader_print_loaded({ count, loaded }) : nameOf(part, m)}
          </BusyButton>
          {isBusy && (
            <button
              type="button"
              className="action"
              onClick={() => {
                button.current?.focus()
                stop()
              }}
            >
              <span className="sweeps">{m.reader_print_stop()}</span>
            </button>
          )}
        </div>
      )}
      <p data-fault={fault !== null || undefined}>
        <span>
          <span role="status">
            {isBusy && <span className="sr-only">{m.reader_print_fetching()}</span>}
            {fault && said(fault, m)}
          </span>
          {!fault && file && ` ${m.reader_print_exactly()}`}
        </span>
        {file && (
          <a href={file} target="_blank" rel="noopener" className="action" data-views={paper}>
            <span className="sweeps">{m.card_view()}</span>
          </a>
        )}
      </p>
    </div>
  )
}

/** A print with a page left out would be taken for the whole paper. */
function isWhole({ pages, from, sizes }: Part) {
  return sizes.length === Math.min(PART_PAGES, pages - from + 1) && !sizes.includes(null)
}

function nameOf({ pages, from, sizes }: Part, m: Messages) {
  if (pages === 1) return m.reader_print_page()
  if (pages <= PART_PAGES) return m.reader_print_pages()
  if (sizes.length === 1) return m.reader_print_page_number({ page: from })
  return m.reader_print_from_to({ first: from, last: from + sizes.length - 1 })
}

function said(fault: PrintFault, m: Messages) {
  return fault === 'unopened' ? m.reader_print_unopened() : m.reader_print_missing({ count: fault.missing })
}

const NONE: readonly PageQuestion[] = []
const SCROLLS = { tabIndex: 0, role: 'group' }

type ReaderProps = {
  paper: PublishedPaper
  part: Part
  /** Framed on their pages when the address names one. */
  questions?: readonly PageQuestion[]
  /** Of the paper, for what is sent on; a question's address is this one's with its id. */
  title?: string
  address?: string
  /** What the page's address asks for next to the part. */
  within?: string
  /** Offers to save the paper on this device. */
  savePanel?: ReactNode
  /** False where the file itself cannot be opened. */
  hasFile?: boolean
  onRead: () => void
}

export function Reader({
  paper,
  part,
  questions = NONE,
  title = '',
  address = '',
  within = '',
  savePanel,
  hasFile = true,
  onRead,
}: ReaderProps) {
  const m = useMessages()
  const labels = useLabels()
  const { pages, from, base } = part
  const isLight = useIsLight(part)
  const viewer = useViewer(pages, from, within)
  const shown = shownLeaves(part)
  const { page, near } = useReadingPosition(viewer.list, from)
  const [focused, setFocused] = useState<number | null>(null)
  // Every page is a stop until there is somebody to answer keys.
  const isStop = (number: number) => near === null || number === (focused ?? page)
  useEffect(() => {
    viewer.read.current = page
  }, [viewer.read, page])
  const isLooking = usePagesToCome(part.isDone, part.rendered)
  const resumeAt = useResumePage(paper, page, pages)
  const hasRead = page > 1 || viewer.isFull
  useEffect(() => {
    if (hasRead) onRead()
  }, [hasRead, onRead])
  const weight = labels.weight(paper)
  const framesOf = useFrames(questions, { title, address, part })
  const file = hasFile ? paper.link : null
  return (
    <section
      ref={viewer.section}
      className="reader"
      data-resumes={paper.id}
      data-at={page}
      aria-labelledby="read-here"
      onPointerEnter={viewer.prepare}
      onFocus={viewer.prepare}
      onTouchStart={viewer.prepare}
    >
      <h2 id="read-here" className="sr-only">
        {m.reader_heading()}
      </h2>
      {resumeAt && (
        <button type="button" className="go-on" onClick={() => viewer.goTo(resumeAt)}>
          {m.reader_go_on({ page: resumeAt })}
        </button>
      )}
      <p className="sr-only">
        {m.reader_about_text()} {m.reader_keys()}
      </p>
      <a href={`#${AFTER_PAGES}`} className="button skip">
        {m.reader_skip()}
      </a>
      <div ref={viewer.root} className="viewer-frame" data-full={viewer.isFull || undefined}>
        {/* What scrolls must be reachable by keys; outside the full screen it is the window that scrolls. */}
        <div
          ref={viewer.table}
          className="reading-table"
          {...(viewer.isFull ? { ...SCROLLS, 'aria-label': m.reader_pages_label() } : {})}
        >
          <OtherPart to={from - 1} pages={pages} within={within} />
          <ol
            ref={viewer.list}
            className="leaves"
            data-waits
            onClick={viewer.tap}
            onFocus={({ target }) => setFocused(pageOf(target))}
            onBlur={() => setFocused(null)}
            onKeyDown={viewer.step}
          >
            {shown.map(({ page: number, size }) => (
              <Leaf
                key={number}
                page={number}
                pages={pages}
                size={size}
                base={base}
                file={file}
                isLight={isLight}
                isNear={near === null || (number >= near[0] && number <= near[1])}
                zoomedTo={viewer.zoomedTo}
                isFirst={number === from}
                isStop={isStop(number)}
                questions={questions}
              >
                {framesOf(number, size)}
              </Leaf>
            ))}
          </ol>
          {!part.isDone && <StillComing part={part} isLooking={isLooking} />}
          <OtherPart to={from + PART_PAGES} pages={pages} within={within} />
          <ViewerEnd key={from} part={part} paper={paper.id} file={file} onPrint={onRead} />
        </div>
        <ViewerBar
          page={page}
          pages={pages}
          paper={paper.id}
          file={file}
          weight={weight}
          scale={viewer.scale}
          isFull={viewer.isFull}
          onGo={viewer.goTo}
          onZoom={viewer.zoomBy}
          onFull={viewer.toggle}
          canSave={Boolean(savePanel)}
        />
        {savePanel && (
          <div id={SAVE_PANEL} popover="auto" className="save-panel">
            {savePanel}
          </div>
        )}
      </div>
    </section>
  )
}

function pageOf(within: Element) {
  return Number(within.closest('.leaf')?.id.slice('page-'.length))
}

/** Missing pages are shown only between others; those at the end are summed up. */
function shownLeaves({ from, sizes, isDone }: Part) {
  const shown = isDone ? sizes : sizes.slice(0, sizes.findLastIndex(Boolean) + 1)
  return shown.map((size, at) => ({ page: from + at, size }))
}

function StillComing({ part, isLooking }: { part: Part; isLooking: boolean }) {
  const m = useMessages()
  return (
    <p className="still-coming" role="status">
      {m.reader_ready({ rendered: part.rendered, pages: part.pages })}{' '}
      {isLooking ? m.reader_others_come() : m.reader_others_later()}
    </p>
  )
}

function OtherPart({ to, pages, within }: { to: number; pages: number; within: string }) {
  const m = useMessages()
  if (to < 1 || to > pages) return null
  const first = Math.floor((to - 1) / PART_PAGES) * PART_PAGES + 1
  return (
    <p className="py-2 px-4 text-quiet text-center text-balance print:hidden">
      <Link className="action" to={pageAddress(to, pages, within)}>
        <span className="sweeps">
          {m.reader_pages_from_to({ first, last: Math.min(pages, first + PART_PAGES - 1) })}
        </span>
      </Link>
    </p>
  )
}

/** Known after hydration: the server hears of saved data, but not of a slow connection. */
function useIsLight({ isLight }: Part) {
  const [isThin, setThin] = useState(false)
  useEffect(() => setThin(isOnSlowConnection()), [])
  return isLight || isThin
}

/** The page where this device left the paper, until something else is read in this visit. */
function useResumePage(paper: PublishedPaper, page: number, pages: number) {
  const { id } = paper
  const name = `${useLabels().paperSubject(paper)} ${paper.year}`
  const address = paperPath(paper) + pageAddress(page, pages)
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => setLeft(readReadingPosition(id)), [id])
  useEffect(() => {
    if (page > 1) saveReadingPosition(id, page, page < pages ? { name, address } : undefined)
  }, [id, page, pages, name, address])
  return page === 1 && left !== null && left > 1 && left <= pages ? left : null
}
