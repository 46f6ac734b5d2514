import { useRef } from 'react'
import { PART_PAGES, type Part } from '#domain/page-images/page-parts.ts'
import type { PublishedPaper } from '#domain/paper/paper.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { type PrintFault, usePrinting } from './print/use-printing.ts'
import './viewer-end.css'

type EndProps = {
  part: Part
  paper: Pick<PublishedPaper, 'id' | 'link'>
  onPrint: () => void
}

export function ViewerEnd({ part, paper, onPrint }: EndProps) {
  const { loaded, fault, print, stop } = usePrinting(part)
  const button = useRef<HTMLButtonElement>(null)
  const count = part.sizes.length
  const isBusy = loaded !== null
  return (
    <div className="reader-end">
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
            {isBusy ? `${loaded} of ${count} ${count === 1 ? 'page' : 'pages'}` : nameOf(part)}
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
              <span className="sweeps">Stop</span>
            </button>
          )}
        </div>
      )}
      <p data-fault={fault !== null || undefined}>
        <span>
          <span role="status">
            {isBusy && <span className="sr-only">Fetching the pages to print.</span>}
            {fault && said(fault)}
          </span>
          {!fault && ' To keep it, or to print it exactly:'}
        </span>
        <a href={paper.link} target="_blank" rel="noopener" className="action" data-views={paper.id}>
          <span className="sweeps">View Paper</span>
        </a>
      </p>
    </div>
  )
}

/** A print with a page left out would be taken for the whole paper. */
function isWhole({ pages, from, sizes }: Part) {
  return sizes.length === Math.min(PART_PAGES, pages - from + 1) && !sizes.includes(null)
}

function nameOf({ pages, from, sizes }: Part) {
  if (pages === 1) return 'Print this page'
  if (pages <= PART_PAGES) return 'Print these pages'
  return sizes.length === 1 ? `Print page ${from}` : `Print pages ${from} to ${from + sizes.length - 1}`
}

function said(fault: PrintFault) {
  if (fault === 'unopened') return 'Did no window for printing open? Print the file instead:'
  const { missing } = fault
  return `${missing} ${missing === 1 ? 'page' : 'pages'} could not be fetched. Try again, or print the file instead:`
}
