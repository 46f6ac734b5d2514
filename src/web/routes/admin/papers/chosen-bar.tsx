import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FoundPaper } from '#domain/paper/admin-paper.ts'
import { PAPER_FIELDS, TOGETHER_NAMES } from '#domain/paper/form-fields.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { ownState } from '#web/state-boards.ts'
import { Choice } from '#web/ui/field.tsx'
import { Cancel, Modal } from '../dialogs.tsx'
import { IconButton } from '../icon-button.tsx'
import { useReaches } from '../layout.tsx'
import { optionsOf } from '../paper-inputs.tsx'
import { type VisibilityChoice, VisibilityInput, visibilityOf } from '../visibility-input.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { keepFocus, listHeading } from './row-buttons.tsx'
import { type BulkChange, type Chosen, countPapers, type useBulk } from './use-bulk.ts'

const LEFT = 'As it is'

function BulkEdit({
  papers,
  together,
  now,
}: {
  papers: FoundPaper[]
  together: ReturnType<typeof useBulk>
  now: Date
}) {
  const busy = together.busy !== null
  const own = ownState(useCentre())
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<BulkChange>({})
  const change = Object.fromEntries(Object.entries(typed).filter(([, value]) => value)) as BulkChange
  const nothing = Object.keys(change).length === 0

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    // On failure the form keeps what was chosen.
    if (await together.act('change', papers, { change })) {
      setTyped({})
      setOpen(false)
    }
  }

  return (
    <Modal
      open={open}
      onOpenChange={setOpen}
      title="Change together"
      text={`${countPapers(papers.length)} will change.`}
      opener={<Dialog.Trigger className="button button-line button-small">Change …</Dialog.Trigger>}
    >
      <form onSubmit={(event) => void submit(event)}>
        <fieldset disabled={busy} className="mb-5 grid grid-cols-2 gap-4">
          {TOGETHER_NAMES.map((name) => (
            <Choice
              key={name}
              label={PAPER_FIELDS[name].label}
              value={typed[name] ?? ''}
              empty={LEFT}
              onChange={(value) => setTyped({ ...typed, [name]: value })}
              options={optionsOf(name, now, own)}
            />
          ))}
        </fieldset>
        <div className="flex flex-wrap items-center gap-3">
          <button type="submit" className="button" disabled={nothing || busy} aria-describedby="bulk-missing">
            {busy && <span className="spinner" aria-hidden="true" />}
            Change {countPapers(papers.length)}
          </button>
          {together.busy ? (
            <button type="button" className="button button-line" onClick={together.stop}>
              Stop
            </button>
          ) : (
            <Cancel />
          )}
          <p id="bulk-missing" className="text-quiet text-sm" role="status">
            {together.busy?.sentence ?? (nothing && 'Choose at least one field.')}
          </p>
        </div>
      </form>
    </Modal>
  )
}

/** Hides what is picked, or shows it where it is hidden. */
function BulkHide({ papers, together, now }: Parameters<typeof BulkEdit>[0]) {
  const [open, setOpen] = useState(false)
  const [when, setWhen] = useState<VisibilityChoice>({ how: 'hidden', at: '' })
  const visibility = visibilityOf(when)
  const isAnyHidden = papers.some(({ hiddenAt }) => hiddenAt)

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    if (!visibility) return
    const { hidden, showAt } = visibility
    if (await together.act(hidden ? 'hide' : 'show', papers, { showAt })) setOpen(false)
  }

  return (
    <Modal
      open={open}
      onOpenChange={setOpen}
      title="Hide or show together"
      text="For visitors a hidden paper is as if it were not there. It keeps its address, its views and its place."
      opener={
        <Dialog.Trigger className="button button-line button-small">
          {isAnyHidden ? 'Show …' : 'Hide …'}
        </Dialog.Trigger>
      }
    >
      <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <VisibilityInput
          when={when}
          now={now}
          onChange={setWhen}
          offers={isAnyHidden ? undefined : ['hidden', 'at']}
        />
        <div className="flex flex-wrap items-center gap-3">
          <button type="submit" className="button" disabled={visibility === null || together.busy !== null}>
            {when.how === 'now' ? 'Show' : 'Hide'} {countPapers(papers.length)}
          </button>
          <Cancel />
        </div>
      </form>
    </Modal>
  )
}

export function ChosenBar({
  chosen,
  together,
  inBin,
  now,
  children,
}: {
  chosen: Chosen
  together: ReturnType<typeof useBulk>
  inBin: boolean
  now: Date
  /** What else is picked with them. */
  children: React.ReactNode
}) {
  const papers = [...chosen.papers.values()]
  const { busy } = together
  const isEditor = useReaches('editor')
  const clear = () => {
    chosen.clear()
    keepFocus()
  }
  useEscape(chosen.clear, papers.length > 0 && busy === null)
  if (papers.length === 0 && !busy) return null
  if (busy && busy.action !== 'change') return <WorkingBar sentence={busy.sentence} stop={together.stop} />
  return (
    <section className="chosen-bar" aria-label="Picked papers">
      <p role="status">
        <strong>{papers.length.toLocaleString('en-IN')} picked</strong>
      </p>
      {children}
      {inBin ? (
        <>
          <button
            type="button"
            className="button button-line button-small"
            onClick={() => void together.act('restore', papers).then(keepFocus)}
          >
            Restore
          </button>
          {isEditor && (
            <ConfirmButton
              quiet
              name="Delete for good"
              question={`Delete ${countPapers(papers.length)} for good?`}
              explanation="The papers and their files are removed and do not come back."
              focusAfter={listHeading}
              onConfirm={() => together.act('delete', papers)}
            />
          )}
        </>
      ) : (
        <>
          <BulkEdit papers={papers} together={together} now={now} />
          <BulkHide papers={papers} together={together} now={now} />
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={() => void together.act('bin', papers).then(keepFocus)}
          >
            Delete
          </button>
        </>
      )}
      <IconButton Mark={X} name="Pick none" onClick={clear} />
    </section>
  )
}

function WorkingBar({ sentence, stop }: { sentence: string; stop: () => void }) {
  return (
    <section className="chosen-bar" aria-label="Picked papers">
      <p role="status" className="flex items-center gap-2">
        <span className="spinner" aria-hidden="true" />
        {sentence}
      </p>
      <button type="button" className="button button-line button-small" onClick={stop}>
        Stop
      </button>
    </section>
  )
}

/** Escape clears the choice, unless something else is open or typed into. */
function useEscape(clear: () => void, active: boolean) {
  useEffect(() => {
    if (!active) return
    const follow = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      const elsewhere = at.closest?.(
        '[role="dialog"], [role="alertdialog"], .paper-form, [type="search"], select',
      )
      if (event.key === 'Escape' && !event.defaultPrevented && !elsewhere) clear()
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [clear, active])
}
