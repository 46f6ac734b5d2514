import { fieldLabel } from '#domain/centre/field-names.ts'
import { describeShown, type Testimonial } from '#domain/centre/testimonial.ts'
import { useDesk } from '../layout.tsx'
import { useIsFirst, useSiteDesk } from './field-language.ts'
import { PictureField } from './picture-field.tsx'
import { DayField, TickField } from './same-fields.tsx'
import { AreaField, TextField } from './site-fields.tsx'
import { SiteList } from './site-list.tsx'

const MOST_TESTIMONIALS = 40

export function TestimonialsGroup() {
  return (
    <SiteList
      path="testimonials"
      name="Testimonial"
      least={0}
      most={MOST_TESTIMONIALS}
      fresh={{ text: '', name: '', date: '', consent: false }}
    >
      {(path) => (
        <div className="grid gap-4">
          <AreaField path={`${path}.text`} rows={3} />
          <div className="site-two">
            <TextField path={`${path}.name`} />
            <TextField path={`${path}.date`} type="month" />
          </div>
          <Consent path={`${path}.consent`} />
          <PictureField path={`${path}.portrait`} use="portrait" />
          <div className="site-two">
            <DayField path={`${path}.from`} />
            <DayField path={`${path}.until`} />
          </div>
          <TickField path={`${path}.hidden`} />
          <Shown path={path} />
        </div>
      )}
    </SiteList>
  )
}

const CONSENTS = [
  [false, 'Not asked yet: shown to nobody'],
  [true, 'They agreed to stand here with this name'],
  ['sample', 'A sample, which the page says'],
] as const

function Consent({ path }: { path: string }) {
  const { value, set } = useSiteDesk()
  const present = value(path)
  if (!useIsFirst()) return null
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{fieldLabel(path)}</legend>
      {CONSENTS.filter(([consent]) => consent !== 'sample' || present === 'sample').map(
        ([consent, words]) => (
          <label key={String(consent)} className="site-radio">
            <input
              type="radio"
              name={path}
              checked={present === consent}
              onChange={() => set(path, consent)}
            />
            <span>{words}</span>
          </label>
        ),
      )}
    </fieldset>
  )
}

/** Whether visitors see it, and if not, why. */
function Shown({ path }: { path: string }) {
  const { value } = useSiteDesk()
  const { now } = useDesk()
  return (
    <p className="site-shown" role="status">
      {describeShown(value(path) as Testimonial, now)}
    </p>
  )
}
