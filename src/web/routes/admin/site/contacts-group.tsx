import { useState } from 'react'
import { CHANNELS } from '#domain/centre/channels.ts'
import { fieldLabel } from '#domain/centre/field-names.ts'
import { readPhone, readPosition, readWebAddress, readWhatsapp } from '#domain/centre/typed-contacts.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { useFault, useIsFirst, useSiteDesk } from './field-language.ts'
import { TickField } from './same-fields.tsx'
import { LinesField, TextField } from './site-fields.tsx'

export function ContactsGroup() {
  return (
    <>
      <div className="site-two">
        <TextField path="contacts.phone" inputMode="tel" read={readPhone} />
        <TextField path="contacts.whatsapp" inputMode="tel" read={readWhatsapp} />
        <TextField path="contacts.email" inputMode="email" />
        <TextField path="contacts.hours" />
      </div>
      <AddressFields />
      <PositionField />
      <TickField path="contacts.sample" />
    </>
  )
}

export function AddressFields() {
  return (
    <>
      <LinesField path="contacts.address" rows={3} />
      <div className="site-three">
        <TextField path="contacts.locality" />
        <TextField path="contacts.region" />
        <TextField path="contacts.postalCode" inputMode="numeric" />
      </div>
    </>
  )
}

const HOW =
  'Paste a link of Google Maps or OpenStreetMap, or write it such as 10.8273, 78.6928 or 10°49′38″N 78°41′34″E.'
const UNREAD =
  'This is no position that can be read. A short link does not say where it leads: open it in a browser and copy the long address there, or hold a finger on the place in the map and copy its two numbers.'

/** One field for both numbers, since nobody has them apart. */
export function PositionField() {
  const { value, set, leave } = useSiteDesk()
  // What cannot be read stays in the document as it was typed, so that it is not published as the former position.
  const held = value('position') as { latitude: number; longitude: number } | string
  const isUnread = typeof held === 'string'
  const [typed, setTyped] = useState<string | null>(null)
  const fault = useFault('position')
  if (!useIsFirst()) return null
  const isSaid = isUnread && (held.trim() !== '' || fault !== undefined)
  return (
    <Field label={fieldLabel('position')} error={isSaid ? UNREAD : fault} hint={HOW}>
      {(field) => (
        <input
          {...field}
          name="position"
          className="input"
          autoComplete="off"
          value={typed ?? (isUnread ? held : `${held.latitude}, ${held.longitude}`)}
          onChange={(event) => {
            setTyped(event.target.value)
            set('position', readPosition(event.target.value) ?? event.target.value)
          }}
          onBlur={() => {
            setTyped(null)
            leave('position')
          }}
        />
      )}
    </Field>
  )
}

export function ChannelsGroup() {
  return (
    <div className="site-two">
      {CHANNELS.map(({ id, name }) => (
        <TextField
          key={id}
          path={`channels.${id}`}
          label={name}
          inputMode="url"
          read={(typed) => readWebAddress(typed, id)}
        />
      ))}
    </div>
  )
}
