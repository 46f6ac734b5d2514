import { type Announcement, NOTICE_LIMITS } from '#domain/centre/content-schemas.ts'
import { fieldLabel } from '#domain/centre/field-names.ts'
import { currentAnnouncement } from '#domain/centre/notices-now.ts'
import { describeShown, type Testimonial } from '#domain/centre/testimonial.ts'
import { readLink } from '#domain/centre/typed-contacts.ts'
import { PLAN_CATEGORIES, PLAN_TIERS, type PlanId } from '#domain/pricing/plan.ts'
import { daysFrom, indiaDay, shortDay } from '#domain/time/india-time.ts'
import { Choice } from '#web/ui/field.tsx'
import { useAdmin } from '../layout.tsx'
import { useIsFirst, useSiteEditor } from './field-language.ts'
import { MarkedField } from './marked-field.tsx'
import { PictureField } from './picture-field.tsx'
import { AreaField, ChoiceField, DayField, LinesField, TextField, TickField } from './site-fields.tsx'
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
  const { value } = useSiteEditor()
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
  const { value, set } = useSiteEditor()
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
      <p className="text-quiet">Prices are set under Papers; here are the texts next to them.</p>
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
  const { value, set } = useSiteEditor()
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

/** As long as most are left standing. */
const USUAL_DAYS = 7

export function AnnouncementsGroup() {
  const { value } = useSiteEditor()
  const today = indiaDay(useAdmin().now)
  const all = (value('announcements') ?? []) as Announcement[]
  const shown = currentAnnouncement(all, today)
  return (
    <>
      <p className="text-quiet">
        A line on top of Home and Practice while it lasts. Where several last at once, the newest is shown; a
        visitor may close it.
      </p>
      <SiteList
        path="announcements"
        name="Announcement"
        least={0}
        most={NOTICE_LIMITS.announcements}
        fresh={{ text: '', link: '', from: today, until: daysFrom(today, USUAL_DAYS) }}
      >
        {(path) => (
          <div className="grid gap-4">
            <p className="text-quiet text-sm">{stateOf(value(path) as Announcement, shown, today)}</p>
            <TextField path={`${path}.text`} />
            <TextField path={`${path}.link`} read={readLink} />
            <div className="site-two">
              <TextField path={`${path}.from`} type="date" />
              <TextField path={`${path}.until`} type="date" />
            </div>
          </div>
        )}
      </SiteList>
    </>
  )
}

function stateOf(announcement: Announcement, shown: Announcement | null, today: string) {
  const { from, until } = announcement
  if (announcement === shown) return 'Shown now, once it is published.'
  if (until < today) return 'Over: nobody sees it.'
  if (from > today && Date.parse(from)) return `Begins on ${shortDay(from)}.`
  return shown ? 'A newer one is shown instead today.' : 'Not shown.'
}

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
  [true, 'They agreed to be shown here with this name'],
  ['sample', 'A sample, which the page says'],
] as const

function Consent({ path }: { path: string }) {
  const { value, set } = useSiteEditor()
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
  const { value } = useSiteEditor()
  const { now } = useAdmin()
  return (
    <p className="site-shown" role="status">
      {describeShown(value(path) as Testimonial, now)}
    </p>
  )
}
