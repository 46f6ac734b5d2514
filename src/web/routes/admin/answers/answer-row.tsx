import { X } from 'lucide-react'
import { useState } from 'react'
import { sizeLabel } from '#domain/language/labels.ts'
import type { useAnswerDesk } from './answer-desk.ts'
import { type AnswerRow, rivalOf } from './answer-rows.ts'
import { FindPaper } from './find-paper.tsx'
import { PaperLine } from './paper-line.tsx'

type Desk = ReturnType<typeof useAnswerDesk>

export function AnswerLine({ row, desk }: { row: AnswerRow; desk: Desk }) {
  const [finding, setFinding] = useState(false)
  const { key, file, state, paper, candidates } = row
  const fixed = desk.busy || state === 'attached'
  const others = candidates.map((candidate) => candidate.paper).filter(({ id }) => id !== paper?.id)
  return (
    <li className="answer-row" data-state={state} data-sure={row.sure || undefined}>
      <div className="answer-file">
        <p className="min-w-0 flex-1 leading-snug">
          <span className="font-semibold">{file.name}</span>{' '}
          <span className="whitespace-nowrap text-quiet text-sm">{sizeLabel(file.size)}</span>
        </p>
        <State row={row} />
        {!desk.busy && (
          <button
            type="button"
            className="grid place-items-center size-11 -my-1.5 -mr-2.5 ml-0 text-quiet hover:text-red"
            aria-label={`Take ${file.name} off this page`}
            onClick={() => desk.remove(key)}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
      {paper && <PaperLine paper={paper} />}
      {state === 'ready' && !paper && !row.unusable && !row.fault && (
        <p>No paper is like this name. Choose the one it belongs to.</p>
      )}
      {row.fault && (
        <p className="field-error" role="alert">
          {row.fault}
        </p>
      )}
      <Doubt row={row} rows={desk.rows} />
      {state === 'ready' && !row.unusable && !finding && (
        <div className="answer-choice">
          {paper && (
            <label className="tick inline-flex gap-2.5 font-semibold cursor-pointer">
              <input
                type="checkbox"
                checked={row.ticked}
                disabled={fixed}
                onChange={(event) => desk.tick(key, event.target.checked)}
              />
              {paper.answers ? 'Replace the answers it has' : 'Attach to this paper'}
              <span className="sr-only">, {file.name}</span>
            </label>
          )}
          {!paper && row.fault && (
            <button type="button" className="button button-line" onClick={() => void desk.lookUp([key])}>
              Look again
            </button>
          )}
          <button
            type="button"
            className="button button-line"
            disabled={fixed}
            aria-label={`${paper ? 'Another paper' : 'Choose the paper'} for ${file.name}`}
            onClick={() => setFinding(true)}
          >
            {paper ? 'Another paper' : 'Choose the paper'}
          </button>
        </div>
      )}
      {finding && !fixed && (
        <FindPaper
          others={others}
          onClose={() => setFinding(false)}
          onChoose={(chosen) => {
            desk.choose(key, chosen)
            setFinding(false)
          }}
        />
      )}
      {state === 'sending' && (
        <progress
          className="meter"
          aria-label={`Sending ${file.name}`}
          max={1}
          value={row.sent < 1 ? row.sent : undefined}
        />
      )}
    </li>
  )
}

function Doubt({ row, rows }: { row: AnswerRow; rows: AnswerRow[] }) {
  if (row.state !== 'ready' || !row.paper || row.fault) return null
  const rival = rivalOf(row, rows)
  if (rival)
    return (
      <p className="border-l-3 border-l-mark pl-2.5 text-[0.9375rem]/[1.4]">
        “{rival.file.name}” is meant for this paper, too.
      </p>
    )
  if (row.paper.answers === 'file')
    return (
      <p className="border-l-3 border-l-mark pl-2.5 text-[0.9375rem]/[1.4]">
        This paper has an answers file already. Replace it, or leave it out.
      </p>
    )
  if (row.paper.answers === 'link')
    return (
      <p className="border-l-3 border-l-mark pl-2.5 text-[0.9375rem]/[1.4]">
        This paper has a link to answers already. The file would go before it.
      </p>
    )
  return null
}

function State({ row: { state, sure, paper, unusable } }: { row: AnswerRow }) {
  if (state === 'matching')
    return (
      <span className="answer-state">
        <span className="spinner" aria-hidden="true" /> Looking for its paper
      </span>
    )
  if (state === 'waiting') return <span className="answer-state">Waiting</span>
  if (state === 'sending')
    return (
      <span className="answer-state">
        <span className="spinner" aria-hidden="true" /> Sending
      </span>
    )
  if (state === 'attached')
    return (
      <span className="answer-state text-ticked border-2 rounded-sm py-0 px-2 -rotate-3 uppercase tracking-[0.04em]">
        Attached
      </span>
    )
  if (unusable || !paper) return null
  return (
    <span className={`answer-state ${sure ? 'text-ticked' : 'px-2 bg-mark text-on-mark'}`}>
      {sure ? 'Sure' : 'Doubtful'}
    </span>
  )
}
