import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '#web/identity/stored-token.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { toastFailure, toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { callAccount, type Device, type FormerDevice } from '../account-client.ts'
import { Buttons } from '../buttons.tsx'
import { Section } from '../section.tsx'
import { DaysAtWork } from './days-at-work.tsx'
import { whenLabel } from './when.ts'

type DevicesSectionProps = {
  devices: Device[]
  formerDevices: FormerDevice[]
  onChanged: () => Promise<void>
}

/** Where one is signed in, and the way out of each and of all. */
export function DevicesSection({ devices, formerDevices, onChanged }: DevicesSectionProps) {
  const marks = devices.length === 1 ? '1 device' : `${devices.length} devices`
  return (
    <Section number={2} title="Devices signed in" marks={marks}>
      <ul className="desk-sheet lines">
        {devices.map((device) => (
          <DeviceLine key={device.sid} device={device} onChanged={onChanged} />
        ))}
        {formerDevices.map((device, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no name, and are read anew as a whole
          <FormerDeviceLine key={index} {...device} />
        ))}
      </ul>
      <SignOutEverywhere onChanged={onChanged} />
    </Section>
  )
}

/** A browser that was at work within 30 days and has signed out since. */
function FormerDeviceLine({ device, days }: FormerDevice) {
  return (
    <li>
      <DeviceMark device={device} />
      <div className="min-w-0">
        <p className="font-semibold">{device}</p>
        <p className="text-quiet text-sm leading-snug">Not signed in now</p>
        <DaysAtWork days={days} />
      </div>
    </li>
  )
}

function DeviceMark({ device }: { device: string }) {
  const Mark = /Android|iPhone|iPad/.test(device) ? Smartphone : Laptop
  return <Mark aria-hidden="true" className="line-mark" />
}

function DeviceLine({ device, onChanged }: { device: Device; onChanged: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)

  async function end() {
    setBusy(true)
    const outcome = await callAccount((api) =>
      api.account.sessions[':sid'].$delete({ param: { sid: device.sid } }),
    )
    setBusy(false)
    if ('refusal' in outcome) toastFailure(outcome.refusal.detail)
    else toastSuccess(`${device.device} is signed out.`)
    await onChanged()
  }

  return (
    <li>
      <DeviceMark device={device.device} />
      <div className="min-w-0">
        <p className="font-semibold">
          {device.device} {device.present && <span className="this-one">This one</span>}
        </p>
        <p className="text-quiet text-sm leading-snug">
          Signed in {whenLabel(device.begun)}
          {isUsedSince(device) && ` · last used ${whenLabel(device.lastUsed)}`}
        </p>
        <DaysAtWork days={device.days} />
      </div>
      {!device.present && (
        <BusyButton
          type="button"
          className="button button-quiet"
          aria-label={`Sign out ${device.device}, last used ${whenLabel(device.lastUsed)}`}
          busy={busy}
          onClick={() => void end()}
        >
          Sign out
        </BusyButton>
      )}
    </li>
  )
}

function isUsedSince({ present, begun, lastUsed }: Device) {
  return !present && whenLabel(begun) !== whenLabel(lastUsed)
}

function SignOutEverywhere({ onChanged }: { onChanged: () => Promise<void> }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const here = new FormData(event.currentTarget).has('here')
    setBusy(true)
    const query = { here: here ? ('true' as const) : ('false' as const) }
    const outcome = await callAccount((api) => api.account.sessions.$delete({ query }))
    setBusy(false)
    setOpen(false)
    if ('refusal' in outcome) return toastFailure(outcome.refusal.detail)
    if (!here) {
      toastSuccess('All your other devices are signed out.')
      return await onChanged()
    }
    void signOut()
    await navigate('/login')
  }

  return (
    <AlertDialog.Root open={open} onOpenChange={setOpen}>
      <AlertDialog.Trigger className="button button-line mt-5">Sign out everywhere</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="mb-2 text-2xl">Sign out everywhere?</AlertDialog.Title>
          <AlertDialog.Description className="mb-4 text-quiet">
            Every other phone and computer has to sign in again.
          </AlertDialog.Description>
          <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
            <label className="tick">
              <input type="checkbox" name="here" /> This device too
            </label>
            <Buttons
              danger
              busy={busy}
              name="Sign out"
              leave={<AlertDialog.Close className="button button-line">Cancel</AlertDialog.Close>}
            />
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
