import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dayLabel } from '#domain/time/india-time.ts'
import { toastError } from '#web/routes/admin/client/failure-of.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { type AccountState, callAccount } from '../account-client.ts'
import { useFocusBack } from '../keep-focus.ts'
import { Section } from '../section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SwitchOff } from './switch-off.tsx'
import { type NewKey, SwitchOn } from './switch-on.tsx'

const FEW_CODES = 3

type SecondFactorSectionProps = { number: number; state: AccountState; onChanged: () => Promise<void> }

export function SecondFactorSection({ number, state, onChanged }: SecondFactorSectionProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const { since } = state.secondFactor

  async function keepCodes() {
    setCodes(null)
    await onChanged()
  }

  return (
    <Section number={number} title="Second factor" marks={since || codes ? 'on' : 'off'}>
      {codes ? (
        <RecoveryCodes codes={codes} email={state.email} onKept={keepCodes} />
      ) : since ? (
        <IsOn state={state} since={since} onCodes={setCodes} onChanged={onChanged} />
      ) : (
        <IsOff onCodes={setCodes} />
      )}
    </Section>
  )
}

function IsOff({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [key, setKey] = useState<NewKey | null>(null)
  const begin = useMutation({
    mutationFn: () => callAccount((api) => api.account['second-factor'].$post()),
    onSuccess: setKey,
    onError: toastError,
  })
  const opener = useFocusBack(key !== null)

  if (key) return <SwitchOn newKey={key} onCodes={onCodes} onCancel={() => setKey(null)} />
  return (
    <div className="desk-sheet grid justify-items-start gap-4">
      <p className="max-w-[60ch]">
        After the password you type a code from an app on your phone. Somebody who has learnt your password
        cannot get in without the phone.
      </p>
      <BusyButton
        ref={opener}
        type="button"
        className="button"
        busy={begin.isPending}
        onClick={() => begin.mutate()}
      >
        Set it up
      </BusyButton>
    </div>
  )
}

type IsOnProps = {
  state: AccountState
  since: string
  onCodes: (codes: string[]) => void
  onChanged: () => Promise<void>
}

function IsOn({ state, since, onCodes, onChanged }: IsOnProps) {
  const renew = useMutation({
    mutationFn: () => callAccount((api) => api.account['recovery-codes'].$post()),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: toastError,
  })
  const { codesLeft, required } = state.secondFactor

  async function off() {
    toastSuccess('The second factor is off.')
    // The site may ask for another at once.
    if (required) window.location.reload()
    else await onChanged()
  }

  return (
    <div className="desk-sheet grid gap-4">
      <p>
        On since {dayLabel(since)}. Each sign-in asks for a code from your app.
        {required && ' This site asks every administrator for one.'}
      </p>
      <p className={codesLeft <= FEW_CODES ? 'field-error' : undefined}>
        {codesLeft === 0
          ? 'No recovery code is left. Make new ones now, for the day the phone is lost.'
          : `${codesLeft} recovery ${codesLeft === 1 ? 'code is' : 'codes are'} left, for the day the phone is lost.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <BusyButton
          type="button"
          className="button button-line"
          busy={renew.isPending}
          onClick={() => renew.mutate()}
        >
          New recovery codes
        </BusyButton>
        <SwitchOff email={state.email} onDone={off} />
      </div>
    </div>
  )
}
