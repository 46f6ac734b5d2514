import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import {
  type BundleKind,
  PICK_LIMIT,
  type PickedPaper,
  papersLabel,
  weightOf,
} from '#domain/bundles/picked.ts'
import { sizeLabel } from '#domain/paper/labels.ts'
import { Mark } from '#web/ui/mark.tsx'
import { KeepList } from '../keeping/keep-list.tsx'
import { BundleLinks, whyNotAll } from './bundle-links.tsx'
import { ClearedPapers } from './cleared-papers.tsx'
import {
  clearPicked,
  countRefusals,
  followPicked,
  hasPickedHere,
  nothingPicked,
  pickedPapers,
} from './picked-papers.ts'
import { makeRoomBelow } from './room-below.ts'
import { ShareLink } from './share-link.tsx'
import './picked-bar.css'

const COMING: Record<BundleKind, string> = {
  pdf: 'The PDF is being put together. It comes as a download in a moment.',
  zip: 'The zip comes as a download.',
}

export function PickedBar() {
  const picked = useSyncExternalStore(followPicked, pickedPapers, nothingPicked)
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
  const refusals = useSyncExternalStore(followPicked, countRefusals)
  const [isOpen, setOpen] = useState(false)
  // By ids, so that both end when the selection changes.
  const [coming, setComing] = useState<{ ids: string; kind: BundleKind } | null>(null)
  const [shared, setShared] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const ids = picked.map(({ id }) => id).join(',')
  const sum = `${papersLabel(picked.length)} · ${sizeLabel(weightOf(picked).size)}`
  const isFull = refusals > 0 && picked.length === PICK_LIMIT
  const note = isFull
    ? `${PICK_LIMIT} papers are the most at once. Take these first, or clear some.`
    : coming?.ids === ids
      ? COMING[coming.kind]
      : whyNotAll(picked)
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
      aria-label="Picked papers"
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
          <span>{isOpen ? 'Close' : 'Take them'}</span>
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
            Share link
          </button>
          <Link className="action" to={`/list/picked?ids=${ids}`} onClick={looking}>
            <span className="sweeps">Look at them</span>
          </Link>
          <KeepList papers={picked} />
          <button type="button" className="action" onClick={onClear}>
            <span className="sweeps">Clear</span>
          </button>
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
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (hasPickedHere()) setSaid(`Picked: ${sum}.`)
  }, [sum])
  return said
}
