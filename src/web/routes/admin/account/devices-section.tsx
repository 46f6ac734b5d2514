import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useMutation } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { lastDays } from '#domain/activity/activity.ts'
import { HEARTBEAT } from '#domain/identity/session-limits.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useSignOut } from '../client/admin-shell.tsx'
import { toastError } from '../client/call-error.ts'
import { callAccount, type Device, type FormerDevice } from './account-client.ts'
import { Buttons, CallButton, daysInWords, Section, whenLabel } from './section.tsx'

type DevicesSectionProps = {
  devices: Device[]
  formerDevices: FormerDevice[]
  onChanged: () => Promise<void>
}

export function DevicesSection({ devices, formerDevices, onChanged }: DevicesSectionProps) {
  const marks = devices.length === 1 ? '1 device' : `${devices.length} devices`
  return (
    <Section number={2} title="Devices signed in" marks={marks}>
      <ul className="admin-sheet lines">
        {devices.map((device) => (
          <DeviceLine key={device.sid} device={device} onChanged={onChanged} />
        ))}
        {formerDevices.map((device, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no name, and are read again as a whole
          <FormerDeviceLine key={index} {...device} />
        ))}
      </ul>
      <SignOutEverywhere onChanged={onChanged} />
    </Section>
  )
}

/** Used within 30 days, and signed out since. */
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
  return <Mark aria-hidden="true" className="size-7 text-pen stroke-[1.5]" />
}

function DeviceLine({ device, onChanged }: { device: Device; onChanged: () => Promise<void> }) {
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
        <CallButton
          className="button button-quiet"
          aria-label={`Sign out ${device.device}, last used ${whenLabel(device.lastUsed)}`}
          send={() =>
            callAccount((api) => api.account.sessions[':sid'].$delete({ param: { sid: device.sid } }))
          }
          onDone={() => toastSuccess(`${device.device} is signed out.`)}
          onSettled={() => void onChanged()}
        >
          Sign out
        </CallButton>
      )}
    </li>
  )
}

function isUsedSince({ present, begun, lastUsed }: Device) {
  return !present && whenLabel(begun) !== whenLabel(lastUsed)
}

function SignOutEverywhere({ onChanged }: { onChanged: () => Promise<void> }) {
  const [open, setOpen] = useState(false)
  const signOut = useSignOut()
  const endAll = useMutation({
    mutationFn: ({ here }: { here: boolean }) =>
      callAccount((api) => api.account.sessions.$delete({ query: { here: here ? 'true' : 'false' } })),
    async onSuccess(_, { here }) {
      if (!here) {
        toastSuccess('All your other devices are signed out.')
        return void onChanged()
      }
      await signOut()
    },
    onError: toastError,
    onSettled: () => setOpen(false),
  })

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    endAll.mutate({ here: new FormData(event.currentTarget).has('here') })
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
          <form className="grid gap-4" onSubmit={submit}>
            <label className="tick">
              <input type="checkbox" name="here" /> This device too
            </label>
            <Buttons
              danger
              busy={endAll.isPending}
              name="Sign out"
              leave={<AlertDialog.Close className="button button-line">Cancel</AlertDialog.Close>}
            />
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function DaysAtWork({ days }: { days: string[] }) {
  if (days.length === 0) return null
  return (
    <>
      <p className="mt-1 text-sm tabular-nums leading-snug">At work on {daysInWords(days)}</p>
      <div className="attendance" aria-hidden="true">
        {lastDays(indiaDay(new Date()), HEARTBEAT.days).map((day) => (
          <i key={day} data-at-work={days.includes(day) || undefined} />
        ))}
      </div>
    </>
  )
}
