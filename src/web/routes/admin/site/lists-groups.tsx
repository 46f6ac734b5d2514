import { fieldLabel } from '#domain/centre/field-names.ts'
import { PLAN_CATEGORIES, PLAN_TIERS, type PlanId } from '#domain/pricing/plan.ts'
import { Choice } from '#web/ui/forms/field.tsx'
import { useIsFirst, useSiteDesk } from './field-language.ts'
import { MarkedField } from './marked-field.tsx'
import { PictureField } from './picture-field.tsx'
import { ChoiceField } from './same-fields.tsx'
import { LinesField, TextField } from './site-fields.tsx'
import { SiteList } from './site-list.tsx'

const DRAWINGS: [value: string, text: string][] = [
  ['papers', 'Papers'],
  ['clock', 'A clock'],
  ['chat', 'A chat'],
]
const OPENS: [value: string, text: string][] = [
  ['on every load', 'On every load of Home or Practice'],
  ['once a visit', 'Once a visit'],
  ['never', 'Never'],
]

export function SlidesGroup() {
  const { value } = useSiteDesk()
  return (
    <>
      <ChoiceField path="slideshow.opens" options={OPENS} />
      <SiteList
        path="slideshow.slides"
        name="Slide"
        least={1}
        most={6}
        fresh={{ title: '', text: '', link: '/practice', action: '', picture: 'papers' }}
      >
        {(path) => (
          <div className="grid gap-4">
            <TextField path={`${path}.title`} />
            <MarkedField path={`${path}.text`} />
            <div className="site-two">
              <TextField path={`${path}.action`} />
              <TextField path={`${path}.link`} />
            </div>
            <PictureField path={`${path}.picture`} use="slide" isDescribed without="papers">
              {typeof value(`${path}.picture`) === 'object' ? (
                <p className="text-quiet text-sm">
                  This slide shows a picture of yours, from site.config.ts.
                </p>
              ) : (
                <Drawings path={`${path}.picture`} />
              )}
            </PictureField>
          </div>
        )}
      </SiteList>
    </>
  )
}

/** The site's own, where a slide has no picture. */
function Drawings({ path }: { path: string }) {
  const { value, set } = useSiteDesk()
  return (
    <Choice
      label="Drawing"
      value={String(value(path) ?? '')}
      options={DRAWINGS}
      onChange={(chosen) => chosen && set(path, chosen)}
    />
  )
}

export function PlansGroup() {
  return (
    <>
      <p className="text-quiet">Prices are set under Papers; here is what stands beside them.</p>
      {PLAN_TIERS.map(({ id }) => (
        <fieldset key={id} className="grid gap-4">
          <legend className="mb-3 font-bold text-xl">{fieldLabel(`plans.${id}`)}</legend>
          <div className="site-two">
            <TextField path={`plans.${id}.lasts`} />
            <TextField path={`plans.${id}.papers`} />
          </div>
          <MarkedField path={`plans.${id}.description`} />
        </fieldset>
      ))}
      <LinesField path="plans.features" rows={2} />
      <HiddenPlans />
    </>
  )
}

/** A category of which no plan is offered is not shown at all. */
function HiddenPlans() {
  const { value, set } = useSiteDesk()
  const hidden = (value('hiddenPlans') ?? []) as PlanId[]
  if (!useIsFirst()) return null

  function hide(ids: PlanId[], isHidden: boolean) {
    const rest = hidden.filter((id) => !ids.includes(id))
    const next = isHidden ? [...rest, ...ids] : rest
    set('hiddenPlans', next.length > 0 ? next : undefined)
  }

  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-bold text-xl">{fieldLabel('hiddenPlans')}</legend>
      <p className="text-quiet">Tick what you do not sell: Pricing leaves it out.</p>
      <ul className="grid gap-3">
        {PLAN_CATEGORIES.map(({ id: category, adminName }) => {
          const ids = PLAN_TIERS.map(({ id }): PlanId => `${category}-${id}`)
          const isAll = ids.every((id) => hidden.includes(id))
          return (
            <li key={category} className="flex flex-wrap items-center gap-x-5">
              <HideTick
                isWide
                name={`All of ${adminName}`}
                isHidden={isAll}
                onChange={(is) => hide(ids, is)}
              />
              {PLAN_TIERS.map(({ id, name }) => {
                const plan: PlanId = `${category}-${id}`
                return (
                  <HideTick
                    key={id}
                    name={name}
                    label={`${adminName}, ${name}`}
                    isHidden={hidden.includes(plan)}
                    onChange={(is) => hide([plan], is)}
                  />
                )
              })}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

type HideTickProps = {
  name: string
  label?: string
  isWide?: boolean
  isHidden: boolean
  onChange: (isHidden: boolean) => void
}

function HideTick({ name, label, isWide = false, isHidden, onChange }: HideTickProps) {
  return (
    <label className={isWide ? 'tick basis-full font-semibold' : 'tick'}>
      <input
        type="checkbox"
        name="hiddenPlans"
        aria-label={label}
        checked={isHidden}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{name}</span>
    </label>
  )
}
