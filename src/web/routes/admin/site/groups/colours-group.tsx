import { contrast } from '#domain/centre/contrast.ts'
import { fieldLabel } from '#domain/centre/field-names.ts'
import { COLOURS, type ColourName, type Palette, palettesOf } from '#domain/centre/palette.ts'
import { useFault, useSiteDesk } from '../fields/site-desk.ts'

const ON_MARK = '#14233f'
const NO_COLOURS = { light: {}, dark: {} }

export function ColoursGroup() {
  const { set, typed } = useSiteDesk()
  const colours = typed?.colours ?? NO_COLOURS
  const isOwn = Object.keys({ ...colours.light, ...colours.dark }).length > 0
  return (
    <>
      <p className="text-quiet">
        What is written must stand out from its ground by at least 4.5 : 1, so that everybody can read it.
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
  const { set, leave } = useSiteDesk()
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
        {fault ?? (ratio === null ? '' : `${ratio.toFixed(1)} : 1`)}
      </p>
    </li>
  )
}

/** The least contrast of what is written in it, or on it; null for grounds. */
function ratioOf(name: ColourName, palette: Palette): number | null {
  if (name === 'mark') return contrast(ON_MARK, palette.mark)
  if (name === 'paper' || name === 'sheet') return null
  return Math.min(contrast(palette[name], palette.paper), contrast(palette[name], palette.sheet))
}
