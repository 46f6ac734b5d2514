import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useMutation } from '@tanstack/react-query'
import { ShieldX } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { MONTHS } from '#domain/paper/paper.ts'
import { dayLabel, timeLabel } from '#domain/time/india-time.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { toastError } from '../client/call-error.ts'
import type { RefusedSignIns } from './account-client.ts'

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
    <div className="admin-sheet admin-note" role={codesSince > 0 ? 'alert' : 'status'}>
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
        <p className="admin-sheet">No sign-in with your email was refused in the last {refused.days} days.</p>
      ) : (
        <Networks refused={refused} />
      )}
    </Section>
  )
}

function Networks({ refused: { networks, moreNetworks, days } }: { refused: RefusedSignIns }) {
  return (
    <>
      <ul className="admin-sheet lines">
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

type CallButtonProps<Given> = Omit<React.ComponentProps<'button'>, 'onClick'> & {
  send: () => Promise<Given>
  onDone: (given: Given) => void
  onSettled?: () => void
}

/** A button for one call; a refusal is a toast. */
export function CallButton<Given>({ send, onDone, onSettled, ...button }: CallButtonProps<Given>) {
  const call = useMutation({ mutationFn: send, onSuccess: onDone, onError: toastError, onSettled })
  return (
    <BusyButton
      className="button button-line"
      {...button}
      busy={call.isPending}
      onClick={() => call.mutate()}
    />
  )
}

type AskFirstProps = {
  /** Of the button that asks, and of the one that does it. */
  name: string
  label: string
  title: string
  text: string
  send: () => Promise<unknown>
  /** What is said then. */
  done: string
  onChanged: () => Promise<void>
}

/** Asks before somebody, or a passkey, can no longer sign in. */
export function AskFirst({ name, label, title, text, send, done, onChanged }: AskFirstProps) {
  const [open, setOpen] = useState(false)
  // Its opener is removed with what it is about, and cannot take the focus back.
  const isDone = useRef(false)
  const call = useMutation({
    mutationFn: send,
    onSuccess() {
      isDone.current = true
      toastSuccess(done)
    },
    onError: toastError,
    onSettled() {
      setOpen(false)
      void onChanged()
    },
  })

  function submit(event: React.FormEvent) {
    event.preventDefault()
    call.mutate()
  }

  return (
    <AlertDialog.Root open={open} onOpenChange={setOpen}>
      <AlertDialog.Trigger className="button button-quiet" aria-label={label}>
        {name}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog" finalFocus={() => !isDone.current}>
          <AlertDialog.Title className="mb-2 text-2xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mb-5 break-words text-quiet">{text}</AlertDialog.Description>
          <form onSubmit={submit}>
            <Buttons
              danger
              busy={call.isPending}
              name={name}
              leave={<AlertDialog.Close className="button button-line">Keep</AlertDialog.Close>}
            />
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
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

let workedIn: HTMLElement | null = null

/** When the focused element is removed by a change, the section's heading takes the focus. */
function useKeptFocus() {
  const part = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const { current: element } = part
    if (!element) return
    const changes = new MutationObserver(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (workedIn === element && isLost) heading.current?.focus()
    })
    changes.observe(element, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [])
  // Also bubbles from the section's dialogs, which are portals elsewhere in the document.
  const onFocus = () => {
    workedIn = part.current
  }
  return { part, heading, onFocus }
}

/** Returns the ref of an opener that takes the focus back when what it opened is closed. */
export function useFocusBack(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}

const LIST = new Intl.ListFormat('en-IN')

/** "28–31 October, 2, 4 and 6–9 November", from days such as 2026-11-21. */
export function daysInWords(days: string[]): string {
  const months = Map.groupBy([...days].sort(), (day) => day.slice(0, 7))
  return [...months]
    .map(([month, itsDays]) => {
      const ranges = rangesOf(itsDays.map((day) => Number(day.slice(8))))
      const words = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
      return `${LIST.format(words)} ${MONTHS[Number(month.slice(5)) - 1]}`
    })
    .join(', ')
}

function rangesOf(numbers: number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges
}

/** India's time: "today at 2:54 pm", "21 November 2026 at 2:54 pm". */
export function whenLabel(time: string, now = new Date()): string {
  const day = dayLabel(time)
  return `${day === dayLabel(now.toISOString()) ? 'today' : day} at ${timeLabel(time)}`
}
