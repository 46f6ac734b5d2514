import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { PreviewPath } from '#domain/centre/preview.ts'
import type { Testimonial } from '#domain/centre/testimonial.ts'
import { readPhone, readWebAddress, readWhatsapp } from '#domain/centre/typed-contacts.ts'
import type { FirstStepId } from '#domain/first-minutes/first-steps.ts'
import { PricesForm } from '../prices/prices-form.tsx'
import { usePrices } from '../prices/use-prices.ts'
import '../prices/prices.css'
import { NumberField } from '../site/fields/same-fields.tsx'
import { useSiteDesk } from '../site/fields/site-desk.ts'
import { AreaField, TextField } from '../site/fields/site-fields.tsx'
import { StateBoardField } from '../site/groups/centre-groups.tsx'
import { ColoursGroup } from '../site/groups/colours-group.tsx'
import { AddressFields, ChannelsGroup, PositionField } from '../site/groups/contacts-group.tsx'
import { SlidesGroup } from '../site/groups/lists-groups.tsx'
import { TestimonialsGroup } from '../site/groups/testimonials-group.tsx'
import { FIRST_MINUTES } from './use-first-minutes.ts'

type StepFields = {
  /** One sentence on what is asked. */
  why: string
  /** The page that shows it best. */
  shown: PreviewPath
  /** Whether its fields belong to the content that is published together. */
  isContent: boolean
  Fields: React.ComponentType
}

/** What each step asks, with the same fields as Site has. */
export const STEP_FIELDS: Record<FirstStepId, StepFields> = {
  name: {
    why: 'As it stands in the header, in search results and in shared links; and who made the site.',
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
  phone: {
    why: 'The number that Call Now dials, and when somebody answers it.',
    shown: '/contact',
    isContent: true,
    Fields: () => (
      <>
        <TextField path="contacts.phone" inputMode="tel" read={readPhone} />
        <TextField path="contacts.hours" />
      </>
    ),
  },
  whatsapp: {
    why: 'Choose plan opens a chat with this number.',
    shown: '/pricing',
    isContent: true,
    Fields: () => <TextField path="contacts.whatsapp" inputMode="tel" read={readWhatsapp} />,
  },
  email: {
    why: 'Where letters of parents and students arrive.',
    shown: '/contact',
    isContent: true,
    Fields: () => <TextField path="contacts.email" inputMode="email" />,
  },
  address: {
    why: 'As it stands on an envelope; and the board of your state, whose papers you have.',
    shown: '/contact',
    isContent: true,
    Fields: () => (
      <>
        <AddressFields />
        <StateBoardField />
      </>
    ),
  },
  position: {
    why: 'Where the map on Contact Us has its pin.',
    shown: '/contact',
    isContent: true,
    Fields: PositionField,
  },
  channels: {
    why: 'Your pages elsewhere. What you do not have, leave empty: its sign goes.',
    shown: '/',
    isContent: true,
    Fields: ChannelsGroup,
  },
  claims: {
    why: 'Both are yours to prove, so write what is true.',
    shown: '/about',
    isContent: true,
    Fields: () => (
      <div className="site-two">
        <NumberField path="claims.years" />
        <NumberField path="claims.learners" />
      </div>
    ),
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

function Testimonials() {
  const { value, set } = useSiteDesk()
  const all = value('testimonials') as Testimonial[]
  const own = all.filter(({ consent }) => consent !== 'sample')
  return (
    <>
      {own.length < all.length && (
        <button
          type="button"
          className="button button-line justify-self-start"
          onClick={() => set('testimonials', own)}
        >
          Take all samples away
        </button>
      )}
      <TestimonialsGroup />
    </>
  )
}

function Prices() {
  const prices = usePrices()
  const cache = useQueryClient()
  const { saved } = prices
  // The checklist and the preview have them, too.
  useEffect(() => {
    if (saved)
      for (const queryKey of [FIRST_MINUTES, ['site-preview']]) void cache.invalidateQueries({ queryKey })
  }, [saved, cache])
  return prices.saved ? <PricesForm prices={prices} /> : <div role="status" className="skeleton h-60" />
}

function Papers() {
  return (
    <p className="flex flex-wrap gap-3">
      <Link className="button" to="/admin/upload">
        Many files
      </Link>
      <Link className="button button-line" to="/admin?show=samples">
        See the samples
      </Link>
    </p>
  )
}
