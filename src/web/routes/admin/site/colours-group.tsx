import { useState } from 'react'
import type { Centre } from '#domain/centre/centre.ts'
import { areSetByHand, deriveColours, MADE_COLOURS } from '#domain/centre/derive-colours.ts'
import { fieldLabel } from '#domain/centre/field-names.ts'
import {
  COLOURS,
  type ColourName,
  contrast,
  ON_MARK,
  type Palette,
  palettesOf,
} from '#domain/centre/palette.ts'
import { Field } from '#web/ui/field.tsx'
import { useFault, useSiteEditor } from './field-language.ts'
import { isWithin } from './field-rules.ts'
import { PictureField } from './picture-field.tsx'

const NO_COLOURS = { light: {}, dark: {} }

export function ColoursGroup() {
  const { set, typed } = useSiteEditor()
  const colours = typed?.colours ?? NO_COLOURS
  const isOwn = Object.keys({ ...colours.light, ...colours.dark }).length > 0
  return (
    <>
      <PictureField path="pictures.logo" use="logo" />
      <ChosenColours colours={colours} />
      <EachColour colours={colours} />
      {isOwn && (
        <button
          type="button"
          className="button button-line justify-self-start"
          onClick={() => set('colours', NO_COLOURS)}
        >
          Back to the colours of the house
        </button>
      )}
    </>
  )
}

/** Folded, since few need it and it is sixteen fields long; open where one was set by hand or must be corrected. */
function EachColour({ colours }: { colours: Centre['colours'] }) {
  const { faults } = useSiteEditor()
  const [isOpen, setOpen] = useState(() => areSetByHand(colours))
  const isWrong = Object.keys(faults).some((path) => isWithin(path, 'colours'))
  return (
    <details open={isOpen || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 font-bold text-lg">Each colour by itself</summary>
      <p className="mb-5 text-quiet">
        Text needs a contrast of at least 4.5 : 1 with its background, so that everybody can read it. The
        figure next to a colour is its lowest.
      </p>
      <div className="grid gap-8 lg:grid-cols-2">
        {(['light', 'dark'] as const).map((look) => (
          <fieldset key={look}>
            <legend className="mb-2 font-bold text-xl">{fieldLabel(`colours.${look}`)}</legend>
            <ul className="grid gap-2">
              {COLOURS.map((name) => (
                <ColourField key={name} look={look} name={name} palette={palettesOf({ colours })[look]} />
              ))}
            </ul>
          </fieldset>
        ))}
      </div>
    </details>
  )
}

/** One or two colours, from which both looks follow; or made ones. */
function ChosenColours({ colours }: { colours: Centre['colours'] }) {
  const { set } = useSiteEditor()
  const { light, dark } = palettesOf({ colours })
  const { pen: main, mark } = light
  const present = JSON.stringify(colours)
  return (
    <>
      <div className="site-two">
        {(
          [
            ['Main colour', main, (value: string) => ({ main: value, mark })],
            ['Second colour', mark, (value: string) => ({ main, mark: value })],
          ] as const
        ).map(([label, value, chosen]) => (
          <Field
            key={label}
            label={label}
            hint={
              label === 'Main colour'
                ? 'Of links and buttons. By night it becomes lighter, as far as it must.'
                : 'Of the highlighter. It becomes lighter where writing on it could not be read.'
            }
          >
            {(field) => (
              <input
                {...field}
                type="color"
                className="site-chosen"
                value={value}
                onChange={(event) => set('colours', deriveColours(chosen(event.target.value.toLowerCase())))}
              />
            )}
          </Field>
        ))}
      </div>
      <p role="status" className="text-quiet text-sm">
        Contrast of links and buttons: {said('pen', light)} in light, {said('pen', dark)} in dark; of writing
        on the highlighter: {said('mark', light)}. It is never less than 4.5 : 1.
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that choose, and no fields of the form */}
      <div role="group" aria-label="Made colours" className="flex flex-wrap gap-2">
        {MADE_COLOURS.map(({ name, ...made }) => {
          const derived = deriveColours(made)
          return (
            <button
              key={name}
              type="button"
              className="page-number site-made"
              aria-current={JSON.stringify(derived) === present ? 'true' : undefined}
              onClick={() => set('colours', derived)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M0 0h24v24H0z" fill={made.mark} />
                <path d="M0 0h24L0 24z" fill={made.main} />
              </svg>
              {name}
            </button>
          )
        })}
      </div>
    </>
  )
}

function ColourField({
  look,
  name,
  palette,
}: {
  look: 'light' | 'dark'
  name: ColourName
  palette: Palette
}) {
  const path = `colours.${look}.${name}`
  const { set, leave } = useSiteEditor()
  const fault = useFault(path)
  const ratio = ratioOf(name, palette)
  const label = fieldLabel(path)
  return (
    <li className="site-colour">
      <input
        type="color"
        id={path}
        name={path}
        value={palette[name]}
        aria-describedby={`${path}-said`}
        onChange={(event) => set(path, event.target.value.toLowerCase())}
        onBlur={() => leave(path)}
      />
      <label htmlFor={path}>
        {label.charAt(0).toUpperCase() + label.slice(1)} <code>{palette[name]}</code>
      </label>
      <p id={`${path}-said`} className={fault ? 'field-error' : 'text-quiet'}>
        {fault ?? (ratio === null ? '' : said(name, palette))}
      </p>
    </li>
  )
}

/** "7.2 : 1", never rounded up. */
function said(name: ColourName, palette: Palette): string {
  return `${(Math.floor((ratioOf(name, palette) ?? 0) * 10) / 10).toFixed(1)} : 1`
}

/** The least contrast of what is written in it, or on it; null for grounds. */
function ratioOf(name: ColourName, palette: Palette): number | null {
  if (name === 'mark') return contrast(ON_MARK, palette.mark)
  if (name === 'paper' || name === 'sheet') return null
  return Math.min(contrast(palette[name], palette.paper), contrast(palette[name], palette.sheet))
}
