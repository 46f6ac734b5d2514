import { ShieldX } from 'lucide-react'
import { useId } from 'react'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import type { RefusedSignIns } from './account-client.ts'
import { whenLabel } from './days-in-words.ts'
import { useKeptFocus } from './keep-focus.ts'

type SectionProps = { number: number; title: string; marks?: string; children: React.ReactNode }

export function Section({ number, title, marks, children }: SectionProps) {
  const id = useId()
  const { part, heading, onFocus } = useKeptFocus()
  return (
    <section ref={part} onFocus={onFocus} aria-labelledby={id} className="min-w-0">
      <div className="question mb-5">
        <span className="number" aria-hidden="true">
          {number}.
        </span>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {marks && <span className="marks">[{marks}]</span>}
      </div>
      {children}
    </section>
  )
}

/** Nothing where nothing was refused since the sign-in before this one. */
export function RefusedSince({ refused }: { refused: RefusedSignIns }) {
  const { since, days, passwordsSince, codesSince } = refused
  const total = passwordsSince + codesSince
  if (total === 0) return null
  const when = since ? `since your sign-in before this one, ${whenLabel(since)}` : `in the last ${days} days`
  return (
    <div className="desk-sheet desk-note" role={codesSince > 0 ? 'alert' : 'status'}>
      <p>
        <strong>
          {total === 1 ? '1 sign-in' : `${total} sign-ins`} with your email {total === 1 ? 'was' : 'were'}{' '}
          refused
        </strong>{' '}
        {when}.{' '}
        {codesSince > 0
          ? `${codesSince === 1 ? 'Once' : `${codesSince} times`} the password was right and the code was not. If that was not you, somebody knows your password: change it now.`
          : 'If that was not you, your password held: there is nothing to do, or change it.'}
      </p>
    </div>
  )
}

export function RefusedSection({ refused }: { refused: RefusedSignIns }) {
  const total = refused.passwords + refused.codes
  return (
    <Section number={3} title="Refused sign-ins" marks={`${total} in ${refused.days} days`}>
      {total === 0 ? (
        <p className="desk-sheet">No sign-in with your email was refused in the last {refused.days} days.</p>
      ) : (
        <Networks refused={refused} />
      )}
    </Section>
  )
}

function Networks({ refused: { networks, moreNetworks, days } }: { refused: RefusedSignIns }) {
  return (
    <>
      <ul className="desk-sheet lines">
        {networks.map((one) => (
          <li key={one.network}>
            <ShieldX aria-hidden="true" className="size-7 text-pen stroke-[1.5]" />
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{one.network || 'Further networks'}</p>
              <p className="text-quiet text-sm leading-snug">
                {countOf(one)} · last {whenLabel(one.lastAt)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-quiet text-sm">
        {moreNetworks > 0 && `${moreNetworks} more ${moreNetworks === 1 ? 'network' : 'networks'}. `}
        Networks without the end of their addresses, kept for {days} days.
      </p>
    </>
  )
}

function countOf({ passwords, codes }: { passwords: number; codes: number }) {
  const parts = [
    passwords > 0 && `${passwords} refused at the password`,
    codes > 0 && `${codes} refused at the code`,
  ]
  return parts.filter(Boolean).join(', ')
}

type ButtonsProps = {
  name: string
  busy: boolean
  danger?: boolean
  reason?: string
  leave?: React.ReactNode
}

export function Buttons({ name, busy, danger, reason, leave }: ButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <BusyButton
        type="submit"
        className={`button ${danger ? 'button-danger' : ''}`}
        disabled={reason !== undefined}
        busy={busy}
      >
        {name}
      </BusyButton>
      {leave}
      {reason && <span className="text-quiet text-sm">{reason}</span>}
    </div>
  )
}
