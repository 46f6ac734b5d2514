import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type BundleKind, PICK_LIMIT, type PickedPaper, weightOf } from '#domain/bundles/picked.ts'
import { sizeLabel } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Mark } from '#web/ui/mark.tsx'
import { useStore } from '#web/ui/use-store.ts'
import { KeepList } from '../keeping/keep-list.tsx'
import { BundleLinks, whyNotAll } from './bundle-links.tsx'
import { ClearedPapers } from './cleared-papers.tsx'
import { clearPicked, hasPickedHere, pickedPapers, pickRefusals } from './picked-papers.ts'
import { makeRoomBelow } from './room-below.ts'
import { ShareLink } from './share-link.tsx'
import './picked-bar.css'

const COMING: Record<BundleKind, (m: Messages) => string> = {
  pdf: (m) => m.picked_pdf_coming(),
  zip: (m) => m.picked_zip_coming(),
}

export function PickedBar() {
  const picked = useStore(pickedPapers)
  const [cleared, setCleared] = useState<readonly PickedPaper[]>([])
  if (picked.length > 0) {
    const clear = () => {
      setCleared(picked)
      clearPicked()
    }
    return <Ways picked={picked} onClear={clear} />
  }
  return cleared.length > 0 && <ClearedPapers papers={cleared} onOver={() => setCleared([])} />
}

function Ways({ picked, onClear }: { picked: readonly PickedPaper[]; onClear: () => void }) {
  const m = useMessages()
  const labels = useLabels()
  const refusals = useStore(pickRefusals)
  const [isOpen, setOpen] = useState(false)
  // By ids, so that both end when the selection changes.
  const [coming, setComing] = useState<{ ids: string; kind: BundleKind } | null>(null)
  const [shared, setShared] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const ids = picked.map(({ id }) => id).join(',')
  const sum = `${labels.papers(picked.length)} · ${sizeLabel(weightOf(picked).size)}`
  const isFull = refusals > 0 && picked.length === PICK_LIMIT
  const note = isFull
    ? m.picked_full({ count: PICK_LIMIT })
    : coming?.ids === ids
      ? COMING[coming.kind](m)
      : whyNotAll(picked, m)
  const looking = () => {
    setOpen(false)
    setShared('')
  }
  const close = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <section
      ref={makeRoomBelow}
      className="picked-bar"
      aria-label={m.picked_label()}
      data-open={isOpen || undefined}
      onKeyDown={close}
    >
      <div className="wrap">
        <p className="picked-sum">
          <Mark name="tick" />
          <b>{sum}</b>
        </p>
        <button
          ref={opener}
          type="button"
          className="picked-opener"
          aria-expanded={isOpen}
          aria-controls="picked-ways"
          onClick={() => setOpen(!isOpen)}
        >
          <Mark name="tick" />
          <b>{sum}</b>
          <span>{isOpen ? m.picked_close() : m.picked_take()}</span>
          <Mark name="down" />
        </button>
        <div id="picked-ways" className="picked-ways">
          <BundleLinks papers={picked} onTake={(kind) => setComing({ ids, kind })} />
          <button
            type="button"
            className="button button-line"
            aria-expanded={shared === ids}
            onClick={() => setShared(shared === ids ? '' : ids)}
          >
            {m.picked_share()}
          </button>
          <Link className="action" to={`/list/picked?ids=${ids}`} onClick={looking}>
            <span className="sweeps">{m.picked_look()}</span>
          </Link>
          <button type="button" className="action" onClick={onClear}>
            <span className="sweeps">{m.picked_clear()}</span>
          </button>
          <KeepList papers={picked} />
        </div>
        {shared === ids && <ShareLink key={ids} papers={picked} />}
        <p role="status" className={note ? 'basis-full leading-[1.35] text-quiet text-pretty' : 'sr-only'}>
          {note ?? <Announcement sum={sum} />}
        </p>
      </div>
    </section>
  )
}

/** Announced only after a pick in this tab, not when a page opens with older picks. */
function Announcement({ sum }: { sum: string }) {
  const m = useMessages()
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (hasPickedHere()) setSaid(m.picked_said({ sum }))
  }, [sum, m])
  return said
}
