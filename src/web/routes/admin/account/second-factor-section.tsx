import { Dialog } from '@base-ui/react/dialog'
import { useMutation } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { dayLabel } from '#domain/time/india-time.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { CodeField } from '#web/routes/code-field.tsx'
import { Fault, PasswordField } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useAskBeforeLeaving } from '../ask-before-leaving.ts'
import { Cancel, Modal } from '../dialogs.tsx'
import { type AccountState, callAccount, errorAt, errorBeside } from './account-client.ts'
import { CopyButton, EnableSecondFactor, type NewKey } from './enable-second-factor.tsx'
import { Buttons, CallButton, Section, useFocusBack } from './section.tsx'

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
  const opener = useFocusBack(key !== null)

  if (key) return <EnableSecondFactor newKey={key} onCodes={onCodes} onCancel={() => setKey(null)} />
  return (
    <div className="admin-sheet grid justify-items-start gap-4">
      <p className="max-w-[60ch]">
        After the password you type a code from an app on your phone. Somebody who has learnt your password
        cannot get in without the phone.
      </p>
      <CallButton
        ref={opener}
        className="button"
        send={() => callAccount((api) => api.account['second-factor'].$post())}
        onDone={setKey}
      >
        Set it up
      </CallButton>
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
  const { codesLeft, required } = state.secondFactor

  async function off() {
    toastSuccess('The second factor is off.')
    // The site may ask for another at once.
    if (required) window.location.reload()
    else await onChanged()
  }

  return (
    <div className="admin-sheet grid gap-4">
      <p>
        On since {dayLabel(since)}. Each sign-in asks for a code from your app.
        {required && ' This site asks every administrator for one.'}
      </p>
      <CodesLeft left={codesLeft} onCodes={onCodes}>
        <SwitchOff email={state.email} hasPasskeys={state.passkeys.length > 0} onDone={off} />
      </CodesLeft>
    </div>
  )
}

type CodesLeftProps = { left: number; onCodes: (codes: string[]) => void; children?: React.ReactNode }

export function CodesLeft({ left, onCodes, children }: CodesLeftProps) {
  return (
    <>
      <p className={left <= FEW_CODES ? 'field-error' : undefined}>
        {left === 0
          ? 'No recovery code is left. Make new ones now, for the day the phone is lost.'
          : `${left} recovery ${left === 1 ? 'code is' : 'codes are'} left, for the day the phone is lost.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <CallButton
          send={() => callAccount((api) => api.account['recovery-codes'].$post())}
          onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
        >
          New recovery codes
        </CallButton>
        {children}
      </div>
    </>
  )
}

type RecoveryCodesProps = { codes: string[]; email: string; onKept: () => Promise<void> }

/** Shown only once. */
export function RecoveryCodes({ codes, email, onKept }: RecoveryCodesProps) {
  const { name } = useCentre()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // The codes cannot be shown again.
  useAskBeforeLeaving(true)

  const text = [`${name}: recovery codes of ${email}`, 'Each signs in once.', '', ...codes, ''].join('\n')
  return (
    <div className="admin-sheet codes-to-keep">
      <h3 ref={heading} tabIndex={-1} className="text-xl">
        Your ten recovery codes
      </h3>
      <p className="max-w-[60ch]">
        When the phone is lost, one of these takes the place of its code. Each works once. Keep them on paper
        or in your password manager, away from the phone: they are not shown again.
      </p>
      <p className="hidden print:block">
        {name} · {email}
      </p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CopyButton text={text} name="Copy" />
        <button type="button" className="button button-line" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4.5" /> Print
        </button>
        <button type="button" className="button button-line" onClick={() => download(text)}>
          <Download aria-hidden="true" className="size-4.5" /> Download
        </button>
        <button type="button" className="button" onClick={() => void onKept()}>
          I have kept them
        </button>
      </div>
    </div>
  )
}

function download(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' })
  link.click()
  URL.revokeObjectURL(address)
}

type SwitchOffProps = { email: string; hasPasskeys: boolean; onDone: () => Promise<void> }

/** Takes both the password and a code of either kind. */
function SwitchOff(props: SwitchOffProps) {
  const [open, setOpen] = useState(false)
  // Its opener is removed with the second factor, and cannot take the focus back.
  const done = useRef(false)

  function close() {
    done.current = true
    setOpen(false)
  }

  return (
    <Modal
      open={open}
      onOpenChange={setOpen}
      title="Switch the second factor off?"
      text={
        props.hasPasskeys
          ? 'Then a passkey or a recovery code comes after the password.'
          : 'Then the password alone is enough to sign in. The recovery codes are worth nothing any more.'
      }
      opener={<Dialog.Trigger className="button button-quiet">Switch it off</Dialog.Trigger>}
      finalFocus={() => !done.current}
    >
      <SwitchOffForm {...props} close={close} />
    </Modal>
  )
}

function SwitchOffForm({ email, onDone, close }: SwitchOffProps & { close: () => void }) {
  const off = useMutation({
    mutationFn: (json: { password: string; code: string }) =>
      callAccount((api) => api.account['second-factor'].removal.$post({ json })),
    onSuccess() {
      close()
      void onDone()
    },
  })

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    off.mutate({ password: String(typed.get('password')), code: String(typed.get('code')) })
  }

  const beside = errorBeside(off.error, ['password', 'code'])
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <input type="text" name="username" autoComplete="username" defaultValue={email} hidden />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        error={errorAt(off.error, 'password')}
      />
      <CodeField error={errorAt(off.error, 'code')} waits />
      <Fault sentence={beside} />
      <Buttons danger busy={off.isPending} name="Switch it off" leave={<Cancel>Keep it on</Cancel>} />
    </form>
  )
}
