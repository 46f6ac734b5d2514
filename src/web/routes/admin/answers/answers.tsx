import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useAskBeforeLeaving } from '../ask-before-leaving.ts'
import { FilePicker } from '../files/file-picker.tsx'
import { adminMeta } from '../titles-and-toasts.ts'
import { AnswerLine } from './answer-row.tsx'
import { summaryOf, toAttach } from './answer-rows.ts'
import { useAnswers } from './use-answers.ts'
import './answers.css'

export const meta = adminMeta('Answers')

export default function Answers() {
  const answers = useAnswers()
  const { rows, busy, isStored } = answers
  const isOpen = rows.some(({ state, unusable }) => state !== 'attached' && !unusable)
  useAskBeforeLeaving(busy || (isOpen && !isStored))
  return (
    <div className="ruled grid gap-8">
      <div className="grid gap-4">
        <h1>Answers</h1>
        <p className="max-w-[62ch]">
          Choose the PDFs with answers. Each looks for its paper by its name: “55-2-1 Physics answers.pdf”
          finds “55-2-1 Physics.pdf”. Nothing is attached before you say so.
        </p>
        <Link className="action justify-self-start" to="/admin?show=no-answers">
          <span className="sweeps">Papers without answers</span>
        </Link>
      </div>
      <DropPlace onFiles={(files) => void answers.add(files)} small={rows.length > 0} disabled={busy} />
      {rows.length > 0 && (
        <section aria-label="Files with answers" className="grid gap-4">
          <ol className="admin-sheet p-0">
            {rows.map((row) => (
              <AnswerLine key={row.key} row={row} answers={answers} />
            ))}
          </ol>
          <AttachBar answers={answers} />
        </section>
      )}
    </div>
  )
}

function DropPlace({
  onFiles,
  small,
  disabled,
}: {
  onFiles: (files: File[]) => void
  small: boolean
  disabled: boolean
}) {
  const id = useId()
  const [over, setOver] = useState(false)
  function take(files: File[]) {
    setOver(false)
    if (files.length > 0 && !disabled) onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the field inside is the first
    <div
      className="admin-sheet answer-drop"
      data-over={over || undefined}
      data-small={small || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        take([...event.dataTransfer.files])
      }}
    >
      <label htmlFor={id} className="font-semibold text-lg leading-snug">
        {small ? (
          'More PDFs with answers'
        ) : (
          <>
            <span className="pointer-coarse:hidden">Drop PDFs with answers here, or choose them</span>
            <span className="hidden pointer-coarse:inline">PDFs with answers</span>
          </>
        )}
      </label>
      <FilePicker
        id={id}
        pick="Choose PDFs"
        accept="application/pdf,.pdf"
        multiple
        disabled={disabled}
        onFiles={take}
      />
    </div>
  )
}

function AttachBar({
  answers: { rows, busy, attach, stop, clearAttached },
}: {
  answers: ReturnType<typeof useAnswers>
}) {
  const count = toAttach(rows).length
  const left = rows.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const asleep = busy || count === 0
  return (
    <div className="sticky bottom-0 z-2 flex flex-wrap items-center gap-y-2 gap-x-4 py-3 bg-paper border-t-2 border-t-ink">
      <button
        type="button"
        className="button"
        aria-disabled={asleep || undefined}
        aria-describedby="answers-said"
        onClick={() => !asleep && void attach()}
      >
        {busy && <span className="spinner" aria-hidden="true" />}
        {busy ? `Attaching, ${left} to go` : labelOf(count)}
      </button>
      <p id="answers-said" className="min-w-0 flex-1 basis-40 text-sm" role="status">
        {summaryOf(rows)}
        {count === 0 && !busy && ' · Pick what is to be attached.'}
      </p>
      {busy && (
        <button type="button" className="button button-line" onClick={stop}>
          Stop
        </button>
      )}
      {!busy && rows.some(({ state }) => state === 'attached') && (
        <button type="button" className="button button-line" onClick={clearAttached}>
          Clear attached
        </button>
      )}
    </div>
  )
}

function labelOf(count: number) {
  if (count === 0) return 'Attach answers'
  return count === 1 ? 'Attach 1 answer' : `Attach ${count} answers`
}
