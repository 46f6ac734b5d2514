import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { CHANNELS } from '#domain/centre/channels.ts'
import { fieldLabel, fieldName } from '#domain/centre/field-names.ts'
import {
  firstPath,
  TRANSLATION_LANGUAGES,
  type TranslationLanguage,
} from '#domain/centre/translations/translated-fields.ts'
import { readPhone, readPosition, readWebAddress, readWhatsapp } from '#domain/centre/typed-contacts.ts'
import { LANGUAGES } from '#domain/language/languages.ts'
import { STATES } from '#domain/paper/exams-and-subjects.ts'
import { Field } from '#web/ui/field.tsx'
import { ONBOARDING_QUERY } from '../client/onboarding-query.ts'
import { useFault, useIsFirst, useSiteEditor } from './field-language.ts'
import { PictureField } from './picture-field.tsx'
import { AreaField, ChoiceField, LinesField, NumberField, TextField, TickField } from './site-fields.tsx'

export function CentreGroup() {
  return (
    <>
      <TextField path="name" />
      <TextField path="place" />
      <AreaField path="description" />
      <StateBoardField />
      <div className="site-two">
        <NumberField path="claims.years" />
        <NumberField path="claims.learners" />
      </div>
      <div className="site-two">
        <TextField path="credit.name" />
        <TextField path="credit.link" inputMode="url" read={readWebAddress} />
      </div>
    </>
  )
}

/** A fact of the centre: which board its State Board papers are of. */
export function StateBoardField() {
  return (
    <ChoiceField
      path="stateBoard"
      empty="Tamil Nadu"
      options={STATES.filter((state) => state !== 'Tamil Nadu').map((state) => [state, state])}
    />
  )
}

export function HomeGroup() {
  return (
    <>
      <TextField path="tagline" />
      <LinesField path="phrases" rows={4} />
      <TextField path="banner" />
      <PictureField path="pictures.about" use="about" isDescribed />
    </>
  )
}

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
  const { value, set, leave } = useSiteEditor()
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

const ENGLISH: Record<TranslationLanguage, string> = { ta: 'Tamil', hi: 'Hindi' }

/** What is said in English alone on the pages of each language; one that the centre cannot write is left off. */
export function LanguagesGroup() {
  const { value, set } = useSiteEditor()
  const { data } = useQuery(ONBOARDING_QUERY)
  const hidden = (value('hiddenLanguages') ?? []) as TranslationLanguage[]
  if (!useIsFirst()) return null

  function leaveOff(language: TranslationLanguage, isLeftOff: boolean) {
    const rest = hidden.filter((each) => each !== language)
    const next = isLeftOff ? [...rest, language] : rest
    set('hiddenLanguages', next.length > 0 ? next : undefined)
  }

  return TRANSLATION_LANGUAGES.map((language) => {
    const isLeftOff = hidden.includes(language)
    const missing = isLeftOff ? [] : (data?.untranslated[language] ?? [])
    return (
      <fieldset key={language} className="grid gap-3">
        <legend className="mb-2 font-bold text-xl">
          {ENGLISH[language]} <span lang={LANGUAGES[language].tag}>{LANGUAGES[language].name}</span>
        </legend>
        <p className="text-quiet">
          {isLeftOff
            ? 'Not offered. Old links to it lead to the English pages.'
            : describeMissing(missing, ENGLISH[language])}
        </p>
        {missing.length > 0 && (
          <details>
            <summary className="min-h-11 cursor-pointer py-2.5">Which they are</summary>
            <ul className="grid gap-1.5">
              {missing.map((path) => (
                <li key={path}>{fieldName(firstPath(path))}</li>
              ))}
            </ul>
          </details>
        )}
        {missing.length > 0 && (
          <p>
            <Link className="action" to={`/admin/site?language=${language}`}>
              <span className="sweeps">Say them in {ENGLISH[language]}</span>
            </Link>
          </p>
        )}
        <label className="tick">
          <input
            type="checkbox"
            name="hiddenLanguages"
            checked={isLeftOff}
            onChange={(event) => leaveOff(language, event.target.checked)}
          />
          <span className="font-semibold">Leave {ENGLISH[language]} off the site</span>
        </label>
      </fieldset>
    )
  })
}

function describeMissing(missing: string[], name: string) {
  if (missing.length === 0) return 'Every sentence that is published is said in it.'
  if (missing.length === 1) return `1 text of yours is in English on the ${name} pages.`
  return `${missing.length} texts of yours are in English on the ${name} pages.`
}
