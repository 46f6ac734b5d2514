import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import type { Duplicate } from '#domain/inbox/inbox.ts'
import { sizeLabel } from '#domain/language/formats.ts'
import { labelsOf } from '#domain/language/labels.ts'
import { degreeOf, findDegree, type Paper } from '#domain/paper/paper.ts'
import { describeVariantFields } from '#domain/paper/paper-fields.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { HiddenThumbnail } from '../files/hidden-files.tsx'
import { useReaches } from '../layout.tsx'
import { restorePaper } from './inbox-calls.ts'
import { type InboxRow, isSureDuplicate, undecidedDuplicates, variantFieldsOf } from './inbox-row.ts'
import { usePageOne } from './page-one.tsx'
import { useInboxPlace, useMayTakeAway, useRow } from './use-inbox.ts'

type DuplicateDialogProps = { id: string | null; onClose: () => void }

export function DuplicateDialog({ id, onClose }: DuplicateDialogProps) {
  return (
    <Dialog.Root open={id !== null} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog w-[min(44rem,calc(100vw_-_1rem))]">
          {id && <Compared key={id} id={id} onClose={onClose} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Compared({ id, onClose }: { id: string; onClose: () => void }) {
  const { inbox } = useInboxPlace()
  const isEditor = useReaches('editor')
  const mayDeleteUploads = useMayTakeAway()
  const row = useRow(id)
  const original = useRow(row?.copyOf ?? '')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  if (!row) return null
  const [duplicate, ...rest] = row.copyOf ? [] : undecidedDuplicates(row)
  const ids = duplicate ? [duplicate.paper.id, ...rest.map(({ paper }) => paper.id)] : [row.copyOf ?? '']
  const settle = (replace: string | null) => {
    inbox.dispatch({ kind: 'settled', id, settled: { ids, replace } })
    onClose()
  }
  const skip = () => {
    inbox.dispatch({ kind: 'taken', ids: [id] })
    onClose()
  }
  const restore = async (paper: Paper) => {
    setBusy(true)
    const why = await restorePaper(paper.id)
    setBusy(false)
    if (why) return setFault(why)
    skip()
  }
  const isSure = isSureDuplicate(row)
  // What is most likely right comes first and is the bright one.
  const dress = (isFirst: boolean) => (isFirst ? 'button' : 'button button-line')
  const skipping = mayDeleteUploads(row) && (
    <button key="skip" type="button" className={dress(isSure)} onClick={skip}>
      Skip
    </button>
  )
  const keeping = (
    <button key="keep" type="button" className={dress(!isSure)} onClick={() => settle(null)}>
      Keep both
    </button>
  )
  // Of others' papers mostly; one's own are replaced in their forms.
  const replacing = !isEditor ? null : duplicate?.binned ? (
    <button
      key="restore"
      type="button"
      className="button button-line"
      disabled={busy}
      onClick={() => void restore(duplicate.paper)}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      Restore it instead
    </button>
  ) : (
    duplicate && (
      <button
        key="replace"
        type="button"
        className="button button-line"
        onClick={() => settle(duplicate.paper.id)}
      >
        Replace
      </button>
    )
  )
  return (
    <>
      <Dialog.Title className="mb-1 text-2xl">{headingOf(duplicate)}</Dialog.Title>
      <Dialog.Description className="mb-4 text-quiet">
        {explanationOf(row, duplicate, rest.length)}
      </Dialog.Description>
      <div className="grid grid-cols-2 gap-4">
        {duplicate ? (
          <There duplicate={duplicate} />
        ) : (
          original && <Coming row={original} heading="Came first" />
        )}
        <Coming row={row} heading="Comes now" samePage={samePageOf(duplicate)} />
      </div>
      {fault && (
        <p className="field-error mt-4" role="alert">
          {fault}
        </p>
      )}
      <div className="sticky -bottom-6 flex flex-wrap gap-3 mt-4 -mx-6 -mb-6 py-3 px-6 bg-paper border-t border-t-edge">
        {isSure ? [skipping, replacing, keeping] : [keeping, replacing, skipping]}
      </div>
    </>
  )
}

function headingOf(duplicate: Duplicate | undefined) {
  if (!duplicate) return 'The same file twice'
  if (duplicate.binned) return 'It is in the bin'
  if (duplicate.reason === 'same-file') return 'This file is there already'
  return duplicate.isSure ? 'This paper is there already' : 'Is this paper there already?'
}

function explanationOf(row: InboxRow, duplicate: Duplicate | undefined, count: number) {
  const more = count > 0 ? ` ${count} more like it ${count === 1 ? 'is' : 'are'} there.` : ''
  if (!duplicate) return 'Both rows hold the same bytes. Skip takes this one away.'
  if (duplicate.binned)
    return `A paper like this was deleted; it can come back with its address and its views.${more}`
  const sent = row.step === 'held' ? ' Nothing of it is kept yet.' : ''
  const why =
    duplicate.reason === 'same-file'
      ? 'Byte for byte the same.'
      : duplicate.isSure
        ? 'Page 1 says the same, word for word.'
        : 'The same class, subject, month and year, and a title like it: compare their first pages.'
  return `${why}${sent} Replace puts the new file and fields in its place; its address and views stay.${more}`
}

/** For the same bytes the existing picture serves: the file need not be sent to be rendered. */
function samePageOf(duplicate: Duplicate | undefined): string | null {
  if (duplicate?.reason !== 'same-file' || duplicate.binned || duplicate.paper.thumbnailGiven) return null
  if (duplicate.paper.hiddenAt) return null
  return duplicate.paper.thumbnail || null
}

export function There({ duplicate: { paper, binned } }: { duplicate: Duplicate }) {
  return (
    <section className="inbox-one" aria-label="There already">
      <h3>{binned ? 'In the bin' : paper.hiddenAt ? 'There already, hidden' : 'There already'}</h3>
      <span className="thumbnail">
        {paper.hiddenAt && !binned && <HiddenThumbnail paper={paper} />}
        {paper.thumbnail && !binned && !paper.hiddenAt && <img src={paper.thumbnail} alt="" />}
      </span>
      <p className="font-semibold leading-snug">
        {binned || paper.hiddenAt ? (
          paper.title
        ) : (
          <a href={paper.link} target="_blank" rel="noopener">
            {paper.title}
          </a>
        )}
      </p>
      <p className="inbox-name">
        {[
          degreeOf(paper.type, paper.grade)?.name,
          paper.subject === 'all' ? '' : paper.subject,
          ...describeVariantFields(paper),
          `${paper.month} ${paper.year}`,
        ]
          .filter(Boolean)
          .join(' · ')}
        <br />
        {labelsOf('en').weight(paper)}
        <br />
        {`${paper.views.toLocaleString('en-IN')} ${paper.views === 1 ? 'view' : 'views'}`}
      </p>
    </section>
  )
}

type ComingProps = { row: InboxRow; heading: string; samePage?: string | null }

function Coming({ row, heading, samePage = null }: ComingProps) {
  const rendered = usePageOne(row, samePage === null, { unsent: true })
  const picture = samePage ?? rendered
  const { title, degree, subject, month, year } = row.fields
  const known = [findDegree(degree)?.name, subject, ...variantFieldsOf(row), `${month} ${year}`.trim()]
  return (
    <section className="inbox-one" aria-label={heading}>
      <h3>{heading}</h3>
      <span className="thumbnail">{picture && <img src={picture} alt={`Page 1 of ${row.name}`} />}</span>
      <p className="font-semibold leading-snug">{title || row.name}</p>
      <p className="inbox-name">
        {known.filter(Boolean).join(' · ')}
        <br />
        {row.pages === null
          ? `PDF · ${sizeLabel(row.size)}`
          : labelsOf('en').weight({ pages: row.pages, size: row.size })}
        <br />
        {row.name}, put here on {dayLabel(new Date(row.addedAt).toISOString())}
      </p>
    </section>
  )
}
