import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { toastError } from '#web/routes/admin/client/failure-of.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { describeDoubt } from './question-draft.ts'
import { nextFocusOf } from './row-buttons.tsx'
import { readQuestions, sendQuestions } from './use-edits.ts'
import type { PaperActions } from './use-paper-actions.ts'

/** Why the questions of a paper need a look, and what to do about it. */
export function QuestionsLine({ paper, actions }: { paper: DeskPaper; actions: PaperActions }) {
  const place = useRef<HTMLDivElement>(null)
  const [isBusy, setBusy] = useState(false)
  const { id, title, doubt } = paper
  if (!doubt) return null

  async function confirm() {
    setBusy(true)
    try {
      const { version, questions } = await readQuestions(id)
      const saved = await sendQuestions(id, version, questions)
      nextFocusOf(place.current)?.focus()
      actions.dropFromLists([id])
      toastSuccess('Questions confirmed', { name: 'Undo', act: () => void undo(saved.version) })
      await actions.refresh()
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }

  async function undo(version: string) {
    await sendQuestions(id, version, null).catch(toastError)
    await actions.refresh()
  }

  return (
    <div ref={place} className="row-doubt">
      <p>{describeDoubt(doubt)}</p>
      <Link
        className="button button-line button-small"
        aria-label={`Look at them: the questions of ${title}`}
        to={`/admin/papers/${id}/questions`}
      >
        Look at them
      </Link>
      <BusyButton
        className="button button-line button-small"
        aria-label={`It is right so: ${title}`}
        busy={isBusy}
        onClick={() => void confirm()}
      >
        It is right so
      </BusyButton>
    </div>
  )
}
