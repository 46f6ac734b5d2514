import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { PreviewPath } from '#domain/centre/centre.ts'
import type { Testimonial } from '#domain/centre/testimonial.ts'
import { readPhone, readWebAddress, readWhatsapp } from '#domain/centre/typed-contacts.ts'
import type { FirstStepId } from '#domain/onboarding/onboarding-steps.ts'
import { samplesIn } from '#domain/onboarding/sample-values.ts'
import { PLAN_IDS } from '#domain/pricing/plan.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { ONBOARDING, ONBOARDING_QUERY } from '../client/onboarding-query.ts'
import { ConfirmButton } from '../papers/confirm-button.tsx'
import { PricesForm } from '../prices/prices-form.tsx'
import { usePrices } from '../prices/use-prices.ts'
import '../prices/prices.css'
import {
  AddressFields,
  ChannelsGroup,
  LanguagesGroup,
  PositionField,
  StateBoardField,
} from '../site/centre-groups.tsx'
import { ColoursGroup } from '../site/colours-group.tsx'
import { useSiteEditor } from '../site/field-language.ts'
import { PlansGroup, SlidesGroup, TestimonialsGroup } from '../site/lists-groups.tsx'
import { AreaField, NumberField, TextField } from '../site/site-fields.tsx'
import { SentencesGroup } from '../site/texts-groups.tsx'

type StepFields = {
  /** One sentence on what is asked. */
  why: string
  /** The page that shows it best. */
  shown: PreviewPath
  /** Whether its fields belong to the content that is published together. */
  isContent: boolean
  /** `onDone` goes on to the next step. */
  Fields: React.ComponentType<{ onDone: () => void }>
}

/** What each step asks, with the same fields as Site has. */
export const STEP_FIELDS: Record<FirstStepId, StepFields> = {
  name: {
    why: 'As it is shown in the header, in search results and in shared links; and who made the site.',
    shown: '/',
    isContent: true,
    Fields: () => (
      <>
        <TextField path="name" />
        <TextField path="place" />
        <AreaField path="description" />
        <div className="site-two">
          <TextField path="credit.name" />
          <TextField path="credit.link" inputMode="url" read={readWebAddress} />
        </div>
      </>
    ),
  },
  logo: {
    why: 'The sign in the header, on phones and in shared links, and the colours around it.',
    shown: '/',
    isContent: true,
    Fields: ColoursGroup,
  },
  contact: {
    why: 'The number that Call Now dials and when somebody answers it, the chat that Choose plan opens, where you are, and the board of your state, whose papers you have.',
    shown: '/contact',
    isContent: true,
    Fields: () => (
      <>
        <TextField path="contacts.phone" inputMode="tel" read={readPhone} />
        <WhatsappField />
        <TextField path="contacts.email" inputMode="email" />
        <TextField path="contacts.hours" />
        <AddressFields />
        <StateBoardField />
        <PositionField />
      </>
    ),
  },
  channels: {
    why: 'Your pages elsewhere. What you do not have, leave empty: its sign goes.',
    shown: '/',
    isContent: true,
    Fields: Channels,
  },
  slides: {
    why: 'What opens before Home. Ours are made up; say what is yours, or skip them if they fit.',
    shown: '/',
    isContent: true,
    Fields: SlidesGroup,
  },
  testimonials: {
    why: 'Ours are made up, and the page says so. Take them away, or put those in their place that you may show.',
    shown: '/',
    isContent: true,
    Fields: Testimonials,
  },
  promises: {
    why: 'What the pages promise in your name. Change what is not so; the rest of such sentences is under Site, Sentences.',
    shown: '/pricing',
    isContent: true,
    Fields: () => (
      <>
        <div className="site-two">
          <NumberField path="claims.years" />
          <NumberField path="claims.learners" />
        </div>
        <TextField path="contacts.hours" />
        <PlansGroup />
        <SentencesGroup only={ASKED_ABOUT} />
      </>
    ),
  },
  languages: {
    why: 'What you wrote is in English. Say it in the other languages, too, or leave a language off.',
    shown: '/',
    isContent: true,
    Fields: LanguagesGroup,
  },
  prices: {
    why: 'What the nine plans cost. Without a price, a plan asks to be asked for it.',
    shown: '/pricing',
    isContent: false,
    Fields: Prices,
  },
  papers: {
    why: 'The papers that came with the site are samples. Upload yours, then remove all samples at one press.',
    shown: '/practice',
    isContent: false,
    Fields: Papers,
  },
}

/** Those that a parent reads first. */
const ASKED_ABOUT = [
  ...(['footer_promise', 'home_about_mission', 'slides_heading', 'about_opening'] as const),
  ...(['about_teachers_team', 'about_teachers_visit', 'pricing_opening', 'contact_opening'] as const),
]

/** Whoever types no other number is reached at the phone's. */
function WhatsappField() {
  const { typed } = useSiteEditor()
  const isSampleYet = typed?.contacts.whatsapp === '910000000000'
  return (
    <TextField
      path="contacts.whatsapp"
      inputMode="tel"
      read={readWhatsapp}
      hint={
        isSampleYet ? 'Ours is a sample. Unless you type another, your phone takes its place.' : undefined
      }
    />
  )
}

function Channels() {
  const { typed, value, set } = useSiteEditor()
  const samples = typed ? samplesIn(typed, 'channels') : []
  return (
    <>
      {samples.length > 0 && (
        <button
          type="button"
          className="button button-line justify-self-start"
          onClick={() =>
            set('channels', {
              ...(value('channels') as Record<string, string>),
              ...Object.fromEntries(samples.map((path) => [path.replace('channels.', ''), ''])),
            })
          }
        >
          Take all samples away
        </button>
      )}
      <ChannelsGroup />
    </>
  )
}

function Testimonials() {
  const { value, set } = useSiteEditor()
  const all = value('testimonials') as Testimonial[]
  const own = all.filter(({ consent }) => consent !== 'sample')
  return (
    <>
      {own.length < all.length && (
        <button
          type="button"
          className="button button-line justify-self-start"
          onClick={({ currentTarget: { form } }) => {
            flushSync(() => set('testimonials', own))
            form?.requestSubmit()
          }}
        >
          Take all samples away and publish
        </button>
      )}
      <TestimonialsGroup />
    </>
  )
}

function Prices({ onDone }: { onDone: () => void }) {
  const prices = usePrices()
  const cache = useQueryClient()
  const { saved } = prices
  const first = useRef(saved)
  first.current ??= saved
  const goOn = useRef(onDone)
  goOn.current = onDone
  // The checklist and the preview have them, too.
  useEffect(() => {
    if (!saved) return
    for (const queryKey of [ONBOARDING, ['site-preview']]) void cache.invalidateQueries({ queryKey })
    if (saved !== first.current && PLAN_IDS.some((id) => saved[id] !== first.current?.[id])) goOn.current()
  }, [saved, cache])
  return prices.saved ? <PricesForm prices={prices} /> : <div role="status" className="skeleton h-60" />
}

function Papers({ onDone }: { onDone: () => void }) {
  const { data } = useQuery(ONBOARDING_QUERY)
  const hasSamples = data?.steps.some(({ id, isSample }) => id === 'papers' && isSample)
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Link className="button" to="/admin/upload">
        Many files
      </Link>
      <Link className="button button-line" to="/admin?show=samples">
        See the samples
      </Link>
      {hasSamples && (
        <ConfirmButton
          name="Remove all samples"
          question="Remove all sample papers?"
          explanation="The papers you uploaded stay. The samples do not come back."
          onConfirm={() => removeSamples(onDone)}
        />
      )}
    </p>
  )
}

async function removeSamples(onDone: () => void) {
  try {
    const { removed } = await callAdmin((api) => api.samples.$delete())
    toastSuccess(removed === 1 ? '1 sample paper removed' : `${removed} sample papers removed`)
    onDone()
  } catch (error) {
    toastFailure(asCallError(error).message)
  }
}
