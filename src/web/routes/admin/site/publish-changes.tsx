import { useEffect, useRef } from 'react'
import { fieldName } from '#domain/centre/field-names.ts'
import { shortDay, timeLabel } from '#domain/time/india-time.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { whoPublished } from './site-draft.ts'
import type { SiteEditor } from './use-site.ts'

type PublishChangesProps = {
  editor: SiteEditor
  /** What shows the page where there is no room for it next to the form. */
  preview: React.ReactNode
  onPublish: () => void
}

/** Stays in reach, whichever group is open. */
export function PublishChanges({ editor, preview, onPublish }: PublishChangesProps) {
  const { changed, faults, note, isPublishing } = editor
  const wrong = Object.keys(faults).length
  return (
    <div className="site-bar">
      <BusyButton
        className="button"
        busy={isPublishing}
        disabled={changed.length === 0 && !isPublishing}
        aria-describedby="site-said"
        onClick={onPublish}
      >
        Publish changes
      </BusyButton>
      {preview}
      {/* On a phone it has a line of its own, once there is something to say. */}
      <p id="site-said" role="status" className={changed.length > 0 || note ? undefined : 'max-sm:sr-only'}>
        {note ? <strong className="field-error">{note}</strong> : saidOf(changed, wrong)}
      </p>
      {changed.length > 0 && (
        <>
          <label className="site-note">
            <span className="sr-only">Note for the history (optional)</span>
            <input
              className="input"
              value={editor.draftNote}
              maxLength={200}
              placeholder="Note for the history (optional)"
              onChange={(event) => editor.setDraftNote(event.target.value)}
            />
          </label>
          <button type="button" className="button button-quiet" onClick={editor.discard}>
            Discard
          </button>
        </>
      )}
    </div>
  )
}

/** What is not published yet, or what must be corrected before. */
export function saidOf(changed: string[], wrong: number): string {
  if (wrong > 0)
    return wrong === 1 ? '1 field must be corrected first.' : `${wrong} fields must be corrected first.`
  if (changed.length === 0) return 'Nothing to publish: this is what the site says.'
  const [first = '', second] = changed.map(fieldName)
  if (changed.length === 1) return `Not published yet: ${first}.`
  if (changed.length === 2) return `Not published yet: ${first} and ${second}.`
  return `Not published yet: ${first}, ${second} and ${changed.length - 2} more.`
}

/** What was on the device when the page was opened, and where the device keeps nothing. */
export function DraftNote({ editor }: { editor: SiteEditor }) {
  const { found, isStored, meanwhile, isReplaced } = editor
  if (isReplaced)
    return (
      <div className="admin-sheet admin-note" role="status">
        <p>What you had typed and not published has made room for it.</p>
        <button type="button" className="button button-line button-small" onClick={editor.undoReplacing}>
          Have my draft again
        </button>
      </div>
    )
  if (!isStored)
    return (
      <p role="alert" className="field-error">
        This device keeps no draft. Publish before you close the page, or what you typed is lost.
      </p>
    )
  if (!found || meanwhile) return null
  return (
    <p role="status" className="text-quiet">
      Your draft is in the form, begun{begunIn(found.begunAt, found.version)}. It stays on this device until
      you publish or discard it.
    </p>
  )
}

/** " on 21 Nov at 3:05 pm, on version 4". */
function begunIn(time: string, version: number): string {
  const on = version === 0 ? 'on the site as it came' : `on version ${version}`
  return Number.isNaN(Date.parse(time)) ? ` ${on}` : ` on ${shortDay(time)} at ${timeLabel(time)}, ${on}`
}

export function EditConflict({ editor }: { editor: SiteEditor }) {
  const { meanwhile, note: refused } = editor
  const told = useRef<HTMLDivElement>(null)
  // Who has just pressed Publish may be far below; who only came back to the page goes on where they are.
  useEffect(() => {
    if (refused) told.current?.scrollIntoView({ block: 'center' })
  }, [refused])
  if (!meanwhile) return null
  const { author, theirs, both, since } = meanwhile
  return (
    <div ref={told} className="admin-sheet admin-note" role="alert">
      <p>
        <b>{whoPublished(author)}.</b> Your draft was begun{begunIn(editor.begunAt, since)}.{' '}
        {theirs.length > 0 && `They changed ${theirs.map(fieldName).join(', ')}; that is in the form now. `}
        {both.length > 0 &&
          `You both changed ${both.map(fieldName).join(', ')}: yours is in the form, theirs on the site. `}
        Nothing of yours is published yet.
      </p>
      <button type="button" className="button button-line button-small" onClick={editor.closeConflict}>
        I have seen it
      </button>
    </div>
  )
}
