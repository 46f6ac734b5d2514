import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { dayLabel, degreeOf, findDegree, type Paper, sizeLabel, weightLine } from '#domain/catalogue/paper.ts'
import type { Twin } from '#domain/tray/tray.ts'
import { useSignInAgain } from '../sign-in-again.tsx'
import { usePageOne } from './page-one.tsx'
import { restorePaper } from './tray-calls.ts'
import { type TrayRow, undecidedTwins } from './tray-row.ts'
import { useRow, useTrayPlace } from './use-tray.ts'

type TwinDialogProps = { id: string | null; onClose: () => void }

/** What is there already and what comes, side by side; and what is to become of the one that comes. */
export function TwinDialog({ id, onClose }: TwinDialogProps) {
  return (
    <Dialog.Root open={id !== null} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog tray-twins">
          {id && <Compared key={id} id={id} onClose={onClose} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Compared({ id, onClose }: { id: string; onClose: () => void }) {
  const { tray } = useTrayPlace()
  const row = useRow(id)
  const original = useRow(row?.copyOf ?? '')
  const signIn = useSignInAgain()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  if (!row) return null
  const [twin, ...others] = row.copyOf ? [] : undecidedTwins(row)
  const ids = twin ? [twin.paper.id, ...others.map(({ paper }) => paper.id)] : [row.copyOf ?? '']
  const settle = (replace: string | null) => {
    tray.tell({ kind: 'settled', id, settled: { ids, replace } })
    onClose()
  }
  const skip = () => {
    tray.tell({ kind: 'taken', ids: [id] })
    onClose()
  }
  const restore = async (paper: Paper) => {
    setBusy(true)
    const why = await restorePaper(paper.id, signIn)
    setBusy(false)
    if (why) return setFault(why)
    skip()
  }
  return (
    <>
      <Dialog.Title className="mb-1 text-2xl">{headingOf(twin)}</Dialog.Title>
      <Dialog.Description className="mb-4 text-quiet">
        {explanationOf(row, twin, others.length)}
      </Dialog.Description>
      <div className="tray-pair">
        {twin ? <There twin={twin} /> : original && <Coming row={original} heading="Came first" />}
        <Coming row={row} heading="Comes now" samePage={samePageOf(twin)} />
      </div>
      {fault && (
        <p className="field-error mt-4" role="alert">
          {fault}
        </p>
      )}
      <div className="tray-twins-foot">
        <button type="button" className="button" onClick={skip}>
          Skip
        </button>
        {twin?.binned && (
          <button
            type="button"
            className="button button-line"
            disabled={busy}
            onClick={() => void restore(twin.paper)}
          >
            {busy && <span className="spinner" aria-hidden="true" />}
            Restore it instead
          </button>
        )}
        {twin && !twin.binned && (
          <button type="button" className="button button-line" onClick={() => settle(twin.paper.id)}>
            Replace
          </button>
        )}
        <button type="button" className="button button-line" onClick={() => settle(null)}>
          Keep both
        </button>
      </div>
    </>
  )
}

function headingOf(twin: Twin | undefined) {
  if (!twin) return 'The same file twice'
  if (twin.binned) return 'It is in the bin'
  return twin.reason === 'same-file' ? 'This file is there already' : 'Is this paper there already?'
}

function explanationOf(row: TrayRow, twin: Twin | undefined, others: number) {
  const more = others > 0 ? ` ${others} more like it ${others === 1 ? 'is' : 'are'} there.` : ''
  if (!twin) return 'Both rows hold the same bytes. Skip takes this one away.'
  if (twin.binned)
    return `A paper like this was deleted; it can come back with its address and its views.${more}`
  const sent = row.step === 'held' ? ' Nothing of it is kept yet.' : ''
  const why =
    twin.reason === 'same-file'
      ? 'Byte for byte the same.'
      : 'The same class, subject, month and year, and a title like it.'
  return `${why}${sent} Replace puts the new file and fields in its place; its address and views stay.${more}`
}

/** The picture of the same bytes, where page 1 stands for the paper: the file need not be sent to be drawn. */
function samePageOf(twin: Twin | undefined): string | null {
  if (twin?.reason !== 'same-file' || twin.binned || twin.paper.thumbnailGiven) return null
  return twin.paper.thumbnail || null
}

/** A paper that is there already, as it is told beside the one that comes. */
export function There({ twin: { paper, binned } }: { twin: Twin }) {
  return (
    <section className="tray-one" aria-label="There already">
      <h3>{binned ? 'In the bin' : 'There already'}</h3>
      <span className="thumbnail">{paper.thumbnail && !binned && <img src={paper.thumbnail} alt="" />}</span>
      <p className="font-semibold leading-snug">
        {binned ? (
          paper.title
        ) : (
          <a href={paper.link} target="_blank" rel="noopener">
            {paper.title}
          </a>
        )}
      </p>
      <p className="tray-name">
        {[
          degreeOf(paper.type, paper.grade)?.name,
          paper.subject === 'all' ? '' : paper.subject,
          `${paper.month} ${paper.year}`,
        ]
          .filter(Boolean)
          .join(' · ')}
        <br />
        {weightLine(paper)}
        <br />
        {`${paper.views.toLocaleString('en-IN')} ${paper.views === 1 ? 'view' : 'views'}`}
      </p>
    </section>
  )
}

type ComingProps = { row: TrayRow; heading: string; samePage?: string | null }

function Coming({ row, heading, samePage = null }: ComingProps) {
  const drawn = usePageOne(row, samePage === null, { unsent: true })
  const picture = samePage ?? drawn
  const { title, degree, subject, month, year } = row.fields
  const known = [findDegree(degree)?.name, subject, `${month} ${year}`.trim()]
  return (
    <section className="tray-one" aria-label={heading}>
      <h3>{heading}</h3>
      <span className="thumbnail">{picture && <img src={picture} alt={`Page 1 of ${row.name}`} />}</span>
      <p className="font-semibold leading-snug">{title || row.name}</p>
      <p className="tray-name">
        {known.filter(Boolean).join(' · ')}
        <br />
        {row.pages === null
          ? `PDF · ${sizeLabel(row.size)}`
          : weightLine({ pages: row.pages, size: row.size })}
        <br />
        {row.name}, put here on {dayLabel(new Date(row.addedAt).toISOString())}
      </p>
    </section>
  )
}
