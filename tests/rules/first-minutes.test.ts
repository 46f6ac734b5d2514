import { expect, test } from 'vitest'
import type { Centre } from '#domain/centre/centre.ts'
import { FIRST_STEP_IDS, openSteps } from '#domain/first-minutes/first-steps.ts'
import { isSample, samplesIn, saysSampleWrongly } from '#domain/first-minutes/sample-values.ts'
import { site } from '#site'

const OF_CONTENT = FIRST_STEP_IDS.filter((id) => id !== 'prices' && id !== 'papers')

/** A centre's own site.config.ts. */
const KAVERI: Centre = {
  ...site,
  name: 'Kaveri Maths',
  credit: { name: 'Kaveri Web', link: 'https://kaveri.example' },
  contacts: {
    ...site.contacts,
    phone: '+91 431 555 0199',
    whatsapp: '914315550199',
    email: 'ask@kaveri.example',
    address: ['12, River Road'],
    postalCode: '620006',
  },
  position: { latitude: 10.8273, longitude: 78.6928 },
  channels: { ...site.channels, ...Object.fromEntries(Object.keys(site.channels).map((id) => [id, ''])) },
  claims: { learners: 300, years: 25 },
  slideshow: {
    opens: 'never',
    slides: site.slideshow.slides.map((slide) => ({ ...slide, title: `Our ${slide.title}` })),
  },
  testimonials: [],
}

test('all that site.config.ts is shipped with is a sample, and what a centre writes there or publishes is not', () => {
  expect(OF_CONTENT.filter((id) => !isSample(site, id))).toEqual([])
  expect(OF_CONTENT.filter((id) => isSample(KAVERI, id))).toEqual(['logo'])
  const withLogo = { ...KAVERI, pictures: { logo: {} } } as Centre
  expect(isSample(withLogo, 'logo')).toBe(false)
})

test('one sample among a centre’s own values is found', () => {
  const channels = { ...KAVERI.channels, whatsapp: 'https://wa.me/910000000000' }
  expect(isSample({ ...KAVERI, channels }, 'channels')).toBe(true)
  const slides = [
    ...KAVERI.slideshow.slides.slice(1),
    site.slideshow.slides[0],
  ] as Centre['slideshow']['slides']
  expect(isSample({ ...KAVERI, slideshow: { opens: 'never', slides } }, 'slides')).toBe(true)
  expect(isSample({ ...KAVERI, credit: site.credit }, 'name')).toBe(true)
  const link = { ...KAVERI, credit: { ...KAVERI.credit, link: site.credit.link } }
  expect(samplesIn(link, 'name')).toEqual(['credit.link'])
  const { postalCode } = site.contacts
  expect(samplesIn({ ...KAVERI, contacts: { ...KAVERI.contacts, postalCode } }, 'address')).toEqual([
    'contacts.postalCode',
  ])
  expect(isSample({ ...KAVERI, claims: { years: 12, learners: site.claims.learners } }, 'claims')).toBe(true)
  expect(isSample({ ...KAVERI, claims: { years: site.claims.years, learners: 800 } }, 'claims')).toBe(false)
})

test('contacts are wrongly called samples when none is one', () => {
  expect(saysSampleWrongly(KAVERI)).toBe(true)
  expect(saysSampleWrongly({ ...KAVERI, contacts: { ...KAVERI.contacts, sample: false } })).toBe(false)
  expect(saysSampleWrongly({ ...KAVERI, contacts: { ...KAVERI.contacts, phone: site.contacts.phone } })).toBe(
    false,
  )
})

test('a step is open while it is a sample and nobody has skipped it', () => {
  const step = (isSample: boolean, isSkipped: boolean) => ({ id: 'name' as const, isSample, isSkipped })
  expect(
    openSteps([step(true, false), step(true, true), step(false, true), step(false, false)]),
  ).toHaveLength(1)
})
