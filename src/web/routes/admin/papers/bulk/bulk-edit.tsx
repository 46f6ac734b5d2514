import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import type { FoundPaper } from '#domain/paper/desk-paper.ts'
import { DEGREES, MONTHS, SUBJECTS, yearChoices } from '#domain/paper/paper.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { Choice } from '#web/ui/forms/choice.tsx'
import { type BulkChange, countPapers } from './bulk-outcome.ts'
import type { useBulk } from './use-bulk.ts'

const LEFT = 'As it is'

export function BulkEdit({
  papers,
  together,
  now,
}: {
  papers: FoundPaper[]
  together: ReturnType<typeof useBulk>
  now: Date
}) {
  const busy = together.busy !== null
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<BulkChange>({})
  const change = Object.fromEntries(Object.entries(typed).filter(([, value]) => value)) as BulkChange
  const nothing = Object.keys(change).length === 0

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    // On failure the form keeps what was chosen.
    if (await together.act('change', papers, change)) {
      setTyped({})
      setOpen(false)
    }
  }
  const own = (name: keyof BulkChange) => ({
    value: typed[name] ?? '',
    empty: LEFT,
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  })

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="button button-line button-small">Change …</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="mb-1 text-2xl">Change together</Dialog.Title>
          <Dialog.Description className="mb-4 text-quiet">
            {countPapers(papers.length)} will change.
          </Dialog.Description>
          <form onSubmit={(event) => void submit(event)}>
            <fieldset disabled={busy} className="mb-5 grid grid-cols-2 gap-4">
              <Choice
                label="Degree"
                {...own('degree')}
                options={DEGREES.map(({ slug, name }) => [slug, name])}
              />
              <Choice
                label="Subject"
                {...own('subject')}
                options={SUBJECTS.map((subject) => [subject, subject])}
              />
              <Choice label="Month" {...own('month')} options={MONTHS.map((month) => [month, month])} />
              <Choice
                label="Year"
                {...own('year')}
                options={yearChoices(currentYear(now)).map((year) => [String(year), String(year)])}
              />
            </fieldset>
            <div className="flex flex-wrap items-center gap-3">
              <button
                type="submit"
                className="button"
                disabled={nothing || busy}
                aria-describedby="bulk-missing"
              >
                {busy && <span className="spinner" aria-hidden="true" />}
                Change {countPapers(papers.length)}
              </button>
              {together.busy ? (
                <button type="button" className="button button-line" onClick={together.stop}>
                  Stop
                </button>
              ) : (
                <Dialog.Close className="button button-line">Cancel</Dialog.Close>
              )}
              <p id="bulk-missing" className="text-quiet text-sm" role="status">
                {together.busy?.sentence ?? (nothing && 'Choose at least one field.')}
              </p>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
