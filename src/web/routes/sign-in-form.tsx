import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { choosePasskey, useHasPasskeys } from '#web/identity/passkeys.ts'
import {
  finishSignIn,
  finishWithPasskey,
  type SecondStep,
  type SignInResult,
  signIn,
  signInWithPasskey,
} from '#web/identity/stored-token.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { toastFailure } from '#web/ui/toasts.tsx'
import { useIsHydrated } from '#web/ui/use-store.ts'
import { CodeField } from './code-field.tsx'

/** A refusal is a toast and an error below the field; `refused` is one to begin with. */
export function SignInForm({ refused = '', onSignedIn }: { refused?: string; onSignedIn: () => void }) {
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<SecondStep | null>(null)
  const hasPasskeys = useHasPasskeys()
  const passkey = hasPasskeys ? step?.passkey : undefined
  const [busy, setBusy] = useState(false)
  const isHydrated = useIsHydrated()
  const [refusal, setRefusal] = useState(refused)
  const password = useRef<HTMLInputElement>(null)
  const hadStep = useRef(false)
  // Back from the second step: the email is kept, the password is asked for again.
  useEffect(() => {
    if (hadStep.current && !step) password.current?.focus()
    hadStep.current = step !== null
  }, [step])

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    // Not from state: what is typed or filled in before hydration is in the field alone.
    const typed = String(form.get('email') ?? email)
    setEmail(typed)
    await attempt(() =>
      step ? finishSignIn(String(form.get('code'))) : signIn(typed, String(form.get('password'))),
    )
  }

  async function attempt(send: () => Promise<SignInResult>) {
    if (busy) return
    setBusy(true)
    setRefusal('')
    const result = await send()
    setBusy(false)
    goOn(result)
  }

  function goOn(result: SignInResult) {
    if (result.signedIn) return onSignedIn()
    if (result.secondStep) return setStep(result.secondStep)
    if (result.code === 'challenge-expired') setStep(null)
    // What went wrong with a passkey is no error of a field.
    if (!result.code.includes('passkey')) setRefusal(result.message)
    toastFailure(result.message)
  }

  function startAgain() {
    setRefusal('')
    setStep(null)
  }

  return (
    <form method="post" className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {step ? (
        <>
          {passkey && (
            <PasskeyButton
              first
              name="Use your passkey"
              onPress={() => void attempt(() => finishWithPasskey(passkey, choosePasskey))}
            />
          )}
          <CodeField error={refusal || undefined} waits={passkey !== undefined} recoveryOnly={!step.codes} />
        </>
      ) : (
        <>
          <Field label="Email">
            {(field) => (
              <input
                {...field}
                className="input"
                type="email"
                name="email"
                autoComplete="username"
                inputMode="email"
                defaultValue={email}
              />
            )}
          </Field>
          <PasswordField
            ref={password}
            label="Password"
            name="password"
            autoComplete="current-password"
            error={refusal || undefined}
          />
        </>
      )}
      {/* A press before hydration would post the form as a page, and lose what was typed. */}
      <BusyButton
        type="submit"
        className={`button mt-1 tracking-wide ${passkey ? 'button-line' : ''}`}
        busy={busy}
        disabled={!isHydrated}
      >
        LOGIN
      </BusyButton>
      {!step && hasPasskeys && (
        <PasskeyButton
          name="Sign in with a passkey"
          onPress={() => void attempt(() => signInWithPasskey(choosePasskey))}
        />
      )}
      {step && (
        <button type="button" className="action justify-self-start" onClick={startAgain}>
          <span className="sweeps">Start again</span>
        </button>
      )}
      <noscript>Signing in needs JavaScript; reading papers does not.</noscript>
    </form>
  )
}

/** `first`: what is asked for now. */
type PasskeyButtonProps = { name: string; first?: boolean; onPress: () => void }

function PasskeyButton({ name, first = false, onPress }: PasskeyButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (first) button.current?.focus()
  }, [first])
  return (
    <button ref={button} type="button" className={`button ${first ? '' : 'button-line'}`} onClick={onPress}>
      <KeyRound aria-hidden="true" className="size-4.5" /> {name}
    </button>
  )
}
