import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CsvKey, CsvPlan, CsvRow, CsvTarget } from '#domain/admin-list/papers-csv.ts'
import { PAPER_FIELDS, shownAs } from '#domain/paper/form-fields.ts'
import { Field } from '#web/ui/field.tsx'
import { asCallError } from './client/call-error.ts'
import './csv-import.css'

/** Of a list that may have ten thousand, as many as somebody looks through. */
const SHOWN = 200

/** A row that is to be written, or put back as it was. */
export type ReadyRow = CsvRow & { target: CsvTarget }
/** What became of the rows: those done, with the version that they have now, and why others were not. */
export type Applied = { done: ReadyRow[]; failed: { line: number; sentence: string }[] }
export type Progress = { onRow: (at: number) => void; signal: AbortSignal }

type CsvImportProps = {
  by: CsvKey
  now: Date
  /** What rows name: by their names in lower case. */
  find: (keys: string[]) => Promise<Map<string, CsvTarget[]>>
  apply: (rows: ReadyRow[], progress: Progress) => Promise<Applied>
  trigger: React.ReactNode
  explanation: string
}

/** A table says what papers are: first row by row what will happen, then, when that is wanted, it happens. */
export function CsvImport({ trigger, ...props }: CsvImportProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !busy && setOpen(next)}>
      <Dialog.Trigger className="action">
        <span className="sweeps">{trigger}</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog w-[min(60rem,calc(100vw_-_1rem))]">
          <div className="flex items-start justify-between gap-3">
            <Dialog.Title className="text-2xl">Fields from a table</Dialog.Title>
            <Dialog.Close className="icon-button -mt-2.5 -mr-2" aria-label="Close" disabled={busy}>
              <X className="size-5" aria-hidden="true" />
            </Dialog.Close>
          </div>
          <Dialog.Description className="mb-4 text-quiet">{props.explanation}</Dialog.Description>
          <Steps {...props} onBusy={setBusy} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type StepsProps = Omit<CsvImportProps, 'trigger' | 'explanation'> & { onBusy: (busy: boolean) => void }

function Steps({ by, now, find, apply, onBusy }: StepsProps) {
  const [fault, setFault] = useState('')
  const [plan, setPlan] = useState<CsvPlan | null>(null)
  const [doing, setDoing] = useState('')
  const [applied, setApplied] = useState<(Applied & { words: string }) | null>(null)
  const stopping = useRef<AbortController>(null)

  async function take(file: File | undefined) {
    setPlan(null)
    setApplied(null)
    setFault('')
    stopping.current = null
    if (!file) return
    const bytes = await file.arrayBuffer().catch(() => null)
    if (!bytes) return setFault('The file could not be read; choose it again.')
    // What reads tables comes when one is chosen.
    const reader = await import('#domain/admin-list/papers-csv.ts').catch(() => null)
    if (!reader) return setFault('The site could not be reached; choose the file again.')
    const { keysIn, planCsv, readCsv } = reader
    try {
      const table = readCsv(new Uint8Array(bytes))
      if ('fault' in table) return setFault(table.fault)
      const keys = keysIn(table, by)
      if ('fault' in keys) return setFault(keys.fault)
      setDoing('Looking up …')
      setPlan(planCsv(table, by, await find(keys), now))
    } catch (error) {
      setFault(asCallError(error).message)
    } finally {
      setDoing('')
    }
  }

  async function write(rows: ReadyRow[], words: string) {
    stopping.current = new AbortController()
    onBusy(true)
    setDoing(`0 of ${rows.length.toLocaleString('en-IN')} …`)
    const onRow = (at: number) =>
      setDoing(`${at.toLocaleString('en-IN')} of ${rows.length.toLocaleString('en-IN')} …`)
    const outcome = await apply(rows, { onRow, signal: stopping.current.signal })
    setApplied({ ...outcome, words })
    setPlan(null)
    setDoing('')
    onBusy(false)
  }

  const ready = plan ? plan.rows.filter(isReady) : []
  return (
    <div className="grid gap-4">
      <div hidden={doing !== '' || applied !== null}>
        <Field
          label="Table"
          hint="A CSV file, as Excel saves it as “CSV UTF-8”. Nothing is changed yet."
          error={fault || undefined}
        >
          {(field) => (
            <input
              {...field}
              className="input"
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              onChange={({ target }) => void take(target.files?.[0])}
            />
          )}
        </Field>
      </div>
      <p role="status" className="flex flex-wrap items-center gap-3 empty:hidden">
        {doing && (
          <>
            <span className="spinner" aria-hidden="true" />
            {doing}
            {stopping.current && (
              <button
                type="button"
                className="button button-line button-small"
                onClick={() => stopping.current?.abort()}
              >
                Stop
              </button>
            )}
          </>
        )}
      </p>
      {plan && !doing && (
        <>
          <DryRun plan={plan} />
          <button
            type="button"
            className="button justify-self-start"
            disabled={ready.length === 0}
            onClick={() => void write(ready, 'changed')}
          >
            Change {countRows(ready.length)}
          </button>
        </>
      )}
      {applied && (
        <Outcome
          applied={applied}
          onPutBack={
            applied.words === 'changed' && applied.done.length > 0
              ? () => void write(applied.done.map(turnedBack), 'as before')
              : undefined
          }
        />
      )}
    </div>
  )
}

function isReady(row: CsvRow): row is ReadyRow {
  return row.target !== null && row.problem === null && row.changes.length > 0
}

function turnedBack(row: ReadyRow): ReadyRow {
  return { ...row, changes: row.changes.map(({ name, from, to }) => ({ name, from: to, to: from })) }
}

function countRows(rows: number): string {
  return `${rows.toLocaleString('en-IN')} ${rows === 1 ? 'row' : 'rows'}`
}

/** Row by row what will happen, problems first. */
function DryRun({ plan: { rows, notes } }: { plan: CsvPlan }) {
  const problems = rows.filter(({ problem }) => problem !== null)
  const ready = rows.filter(isReady)
  const same = rows.length - problems.length - ready.length
  const shown = [...problems, ...ready].slice(0, SHOWN)
  const left = problems.length + ready.length - shown.length
  return (
    <section aria-label="What will happen" className="grid gap-3">
      <p role="status" className="font-semibold">
        {[
          `${countRows(ready.length)} will change something`,
          ...(same > 0 ? [`${same.toLocaleString('en-IN')} say what is there already`] : []),
          ...(problems.length > 0 ? [`${problems.length.toLocaleString('en-IN')} cannot be used`] : []),
        ].join(', ')}
        .
      </p>
      {notes.length > 0 && (
        <ul className="csv-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        <ul className="csv-rows">
          {shown.map((row) => (
            <li key={row.line} data-problem={row.problem !== null || undefined}>
              <b>Row {row.line}</b>
              {row.problem === null ? (
                <>
                  <span>{row.target?.title || row.key}</span>
                  <dl>
                    {row.changes.map(({ name, from, to }) => (
                      <div key={name}>
                        <dt>{PAPER_FIELDS[name].label}</dt>
                        <dd>
                          <del>{shownAs(name, from) || '–'}</del> → <ins>{shownAs(name, to) || '–'}</ins>
                        </dd>
                      </div>
                    ))}
                  </dl>
                </>
              ) : (
                <span>{row.problem}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {left > 0 && <p className="text-quiet">And {countRows(left)} more.</p>}
    </section>
  )
}

type OutcomeProps = { applied: Applied & { words: string }; onPutBack: (() => void) | undefined }

function Outcome({ applied: { done, failed, words }, onPutBack }: OutcomeProps) {
  return (
    <div className="grid justify-items-start gap-3" role="status">
      <p className="font-semibold">
        {done.length.toLocaleString('en-IN')} {done.length === 1 ? 'paper is' : 'papers are'} {words}.
      </p>
      {failed.length > 0 && (
        <ul className="csv-rows">
          {failed.slice(0, SHOWN).map(({ line, sentence }) => (
            <li key={line} data-problem>
              <b>Row {line}</b>
              <span>{sentence}</span>
            </li>
          ))}
        </ul>
      )}
      {onPutBack && (
        <button type="button" className="button button-line" onClick={onPutBack}>
          Put them back as they were
        </button>
      )}
    </div>
  )
}
