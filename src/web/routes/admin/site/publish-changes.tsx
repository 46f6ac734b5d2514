import { useEffect, useRef } from 'react'
import { fieldName } from '#domain/centre/field-names.ts'
import { shortDay, timeLabel } from '#domain/time/india-time.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { whoPublished } from './site-draft.ts'
import type { SiteDesk } from './use-site.ts'

type PublishChangesProps = {
  desk: SiteDesk
  /** What shows the page where there is no room for it beside the form. */
  preview: React.ReactNode
  onPublish: () => void
}

/** Stays in reach, whichever group is open. */
export function PublishChanges({ desk, preview, onPublish }: PublishChangesProps) {
  const { changed, faults, note, isPublishing } = desk
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
              value={desk.draftNote}
              maxLength={200}
              placeholder="Note for the history (optional)"
              onChange={(event) => desk.setDraftNote(event.target.value)}
            />
          </label>
          <button type="button" className="button button-quiet" onClick={desk.discard}>
            Discard
          </button>
        </>
      )}
    </div>
  )
}

/** What is not published yet, or what is to be mended before. */
export function saidOf(changed: string[], wrong: number): string {
  if (wrong > 0)
    return wrong === 1 ? '1 field is to be mended first.' : `${wrong} fields are to be mended first.`
  if (changed.length === 0) return 'Nothing to publish: this is what the site says.'
  const [first = '', second] = changed.map(fieldName)
  if (changed.length === 1) return `Not published yet: ${first}.`
  if (changed.length === 2) return `Not published yet: ${first} and ${second}.`
  return `Not published yet: ${first}, ${second} and ${changed.length - 2} more.`
}

/** What stood on the device when the page was opened, and where the device keeps nothing. */
export function DraftNote({ desk }: { desk: SiteDesk }) {
  const { found, isKept, meanwhile, isReplaced } = desk
  if (isReplaced)
    return (
      <div className="desk-sheet desk-note" role="status">
        <p>What you had typed and not published has made room for it.</p>
        <button type="button" className="button button-line button-small" onClick={desk.undoReplacing}>
          Have my draft again
        </button>
      </div>
    )
  if (!isKept)
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

export function EditConflict({ desk }: { desk: SiteDesk }) {
  const { meanwhile, note: refused } = desk
  const told = useRef<HTMLDivElement>(null)
  // Who has just pressed Publish may be far below; who only came back to the page goes on where they are.
  useEffect(() => {
    if (refused) told.current?.scrollIntoView({ block: 'center' })
  }, [refused])
  if (!meanwhile) return null
  const { author, theirs, both, since } = meanwhile
  return (
    <div ref={told} className="desk-sheet desk-note" role="alert">
      <p>
        <b>{whoPublished(author)}.</b> Your draft was begun{begunIn(desk.begunAt, since)}.{' '}
        {theirs.length > 0 && `They changed ${theirs.map(fieldName).join(', ')}; that is in the form now. `}
        {both.length > 0 &&
          `You both changed ${both.map(fieldName).join(', ')}: yours stands in the form, theirs on the site. `}
        Nothing of yours is published yet.
      </p>
      <button type="button" className="button button-line button-small" onClick={desk.closeConflict}>
        I have seen it
      </button>
    </div>
  )
}
