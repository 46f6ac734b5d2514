import { useRef } from 'react'
import type { Messages } from '#domain/language/messages.ts'
import { PART_PAGES, type Part } from '#domain/page-images/page-parts.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { type PrintFault, usePrinting } from './print/use-printing.ts'

/** Where the link leads that skips the pages. */
export const AFTER_PAGES = 'after-pages'

type EndProps = {
  part: Part
  /** Its id. */
  paper: string
  file: string | null
  onPrint: () => void
}

export function ViewerEnd({ part, paper, file, onPrint }: EndProps) {
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
