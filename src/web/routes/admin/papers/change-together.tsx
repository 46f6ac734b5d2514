import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import type { DeskPaper } from '#domain/catalogue/desk-paper.ts'
import { DEGREES, MONTHS, SUBJECTS, yearChoices } from '#domain/catalogue/paper.ts'
import { Choice } from '#web/ui/choice.tsx'
import { count, type TogetherChange } from './use-together.ts'

const LEFT = 'As it is'

/** Sets degree, subject, month or year of all chosen papers; what is left empty stays as it is. */
export function ChangeTogether({
  papers,
  disabled,
  busy,
  now,
  onChange,
}: {
  papers: DeskPaper[]
  disabled: boolean
  busy: boolean
  now: Date
  onChange: (change: TogetherChange) => Promise<boolean>
}) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<TogetherChange>({})
  const change = Object.fromEntries(Object.entries(typed).filter(([, value]) => value)) as TogetherChange
  const nothing = Object.keys(change).length === 0

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    // What was chosen stays in the form when it could not be done.
    if (await onChange(change)) {
      setTyped({})
      setOpen(false)
    }
  }
  const own = (name: keyof TogetherChange) => ({
    value: typed[name] ?? '',
    empty: LEFT,
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  })

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="button button-line button-small" disabled={disabled}>
        {busy && <span className="spinner" aria-hidden="true" />}
        Change …
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="mb-1 text-2xl">Change together</Dialog.Title>
          <Dialog.Description className="mb-4 text-quiet">
            {count(papers.length)} will change.
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
                options={yearChoices(now).map((year) => [String(year), String(year)])}
              />
            </fieldset>
            <div className="flex flex-wrap items-center gap-3">
              <button
                type="submit"
                className="button"
                disabled={nothing || busy}
                aria-describedby="together-missing"
              >
                {busy && <span className="spinner" aria-hidden="true" />}
                Change {count(papers.length)}
              </button>
              <Dialog.Close className="button button-line">Cancel</Dialog.Close>
              <p id="together-missing" className="text-quiet text-sm">
                {nothing && 'Choose at least one field.'}
              </p>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
