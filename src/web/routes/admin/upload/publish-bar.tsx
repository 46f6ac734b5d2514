import { BusyButton } from '#web/ui/busy-button.tsx'
import type { TrayRow } from './tray-row.ts'
import type { Tally } from './tray-tally.ts'
import { idsIn } from './tray-tally.ts'
import { useTrayPlace } from './use-tray.ts'

/** The button that everything leads to, and why the other rows wait. */
export function PublishBar({ tally, underWay }: { tally: Tally; underWay: TrayRow[] }) {
  const { tray } = useTrayPlace()
  const ready = idsIn(tally, 'ready')
  const doubtful = idsIn(tally, 'doubtful').filter((id) => !tally.titleFaults[id])
  const isBusy = underWay.length > 0
  function publish() {
    tray.tell({ kind: 'forgotten', ids: tally.published.map(({ uploadId }) => uploadId) })
    tray.tell({ kind: 'publish', ids: ready })
  }
  return (
    <section className="tray-publish" aria-label="Publish">
      <BusyButton
        className="button tray-go"
        busy={isBusy}
        disabled={ready.length === 0 && !isBusy}
        aria-describedby="tray-why"
        onClick={publish}
      >
        {isBusy
          ? `Publishing, ${underWay.length} to go`
          : `Publish ${ready.length} complete ${ready.length === 1 ? 'paper' : 'papers'}`}
      </BusyButton>
      {doubtful.length > 0 && (
        <button
          type="button"
          className="button button-line"
          onClick={() => tray.tell({ kind: 'confirmed', ids: doubtful })}
        >
          <span>
            Confirm all <span className="tray-long">that are complete </span>({doubtful.length})
          </span>
        </button>
      )}
      <p id="tray-why" role="status">
        {whyOthersWait(tally, underWay.length)}
      </p>
    </section>
  )
}

/** "3 wait: 2 on their way, 1 without a month." Nothing when none does. */
function whyOthersWait(tally: Tally, underWay: number): string {
  const ready = idsIn(tally, 'ready').length
  const waiting = tally.rows.length - ready - underWay
  if (waiting === 0) return underWay > 0 ? '' : 'All are complete.'
  const coming = idsIn(tally, 'coming').length - underWay
  const missing = new Set(tally.groups.flatMap(({ group, ids }) => (group.startsWith('missing') ? ids : [])))
  const reasons: [number, string][] = [
    [coming, 'on their way'],
    [missing.size, 'with a field missing'],
    [idsIn(tally, 'doubtful').length - Object.keys(tally.titleFaults).length, 'to be checked'],
    [Object.keys(tally.titleFaults).length, 'with a title to be looked at'],
    [idsIn(tally, 'conflict').length, 'changed by two'],
    [idsIn(tally, 'twin').length, 'there already'],
    [idsIn(tally, 'failed').length, 'with something wrong'],
  ]
  const said = reasons.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  return `${waiting} ${waiting === 1 ? 'waits' : 'wait'}: ${said.join(', ')}.`
}
