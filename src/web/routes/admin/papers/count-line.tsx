import { EyeOff, Trash2, X } from 'lucide-react'
import { Link } from 'react-router'
import { BIN_DAYS } from '#domain/bin/bin-days.ts'
import { PAGE_SIZE } from '#domain/lists/paper-lists.ts'
import type { Go } from './desk-address.ts'
import {
  askFor,
  type DeskAsk,
  type FilterName,
  searchOf,
  standingFilters,
  withoutFilters,
} from './desk-address.ts'
import type { PapersPage } from './use-papers-list.ts'

type LineProps = { ask: DeskAsk; go: Go }
type CountProps = LineProps & {
  list: PapersPage
  shown: number
  total: number
  /** Chooses all that is shown; first in the line, which heads the register. False on a phone, where the bar has it. */
  choose: React.ReactNode
  children: React.ReactNode
}

export function CountLine({ list, shown, total, choose, children, ...line }: CountProps) {
  const inBin = line.ask.show === 'binned'
  return (
    <div className={shown > 0 ? 'count-line register-head' : 'count-line'}>
      {choose}
      <p role="status" data-short={!(inBin || list.more) || undefined}>
        {describeCount(list, shown, total, inBin)}
      </p>
      {shown > 0 && <TakeOff {...line} />}
      {children}
      {list.hidden > 0 && line.ask.show === '' && (
        <Link
          className="action gap-1.5"
          to={searchOf(askFor(line.ask, { show: 'hidden' }))}
          preventScrollReset
        >
          <EyeOff className="size-4.5 max-sm:hidden" aria-hidden="true" />
          <span className="sweeps">Hidden ({list.hidden.toLocaleString('en-IN')})</span>
        </Link>
      )}
      {inBin ? (
        <Link
          className="action"
          to={searchOf({ ...withoutFilters(line.ask), show: '' }) || '?'}
          preventScrollReset
        >
          <span className="sweeps">Back to the papers</span>
        </Link>
      ) : list.binned === 0 ? (
        <span className="bin-empty">
          <Trash2 className="size-4.5" aria-hidden="true" />
          Bin (0)
        </span>
      ) : (
        <Link
          className="action gap-1.5"
          to={searchOf({ ...withoutFilters(line.ask), show: 'binned' })}
          preventScrollReset
        >
          <Trash2 className="size-4.5 max-sm:hidden" aria-hidden="true" />
          <span className="sweeps">Bin ({list.binned.toLocaleString('en-IN')})</span>
        </Link>
      )}
    </div>
  )
}

export function TakeOff({ ask, go }: LineProps) {
  const standing = standingFilters(ask)
  if (standing.length === 0) return null
  const without = (name: FilterName) => go((now) => askFor(now, { [name]: '' }))
  return (
    <ul className="take-off" aria-label="Filters">
      {standing.map(({ name, label }) => (
        <li key={name}>
          <button type="button" onClick={() => without(name)} aria-label={`Take off ${label}`}>
            <span>{label}</span>
            <X className="size-4" aria-hidden="true" />
          </button>
        </li>
      ))}
      {standing.length > 1 && (
        <li>
          <button type="button" data-all onClick={() => go(withoutFilters)}>
            Take all off
          </button>
        </li>
      )}
    </ul>
  )
}

/** "1–12 of 4,310 papers": "12 of" read as if they were picked. */
export function describeCount(list: PapersPage, shown: number, total: number, inBin: boolean): string {
  const all = `${list.more ? 'more than ' : ''}${total.toLocaleString('en-IN')}`
  const papers = total === 1 ? 'paper' : 'papers'
  const before = (list.page - 1) * PAGE_SIZE
  const [first, last] = [before + 1, before + shown].map((at) => at.toLocaleString('en-IN'))
  const part = shown === 0 ? '0' : `${first}–${last}`
  const counted = shown === total && !list.more ? `${all} ${papers}` : `${part} of ${all} ${papers}`
  return inBin ? `${counted} in the bin, each kept ${BIN_DAYS} days` : counted
}
