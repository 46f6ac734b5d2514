import { expect, test } from 'vitest'
import type { Centre } from '#domain/centre/centre.ts'
import { textsThatCame } from '#domain/centre/translations/centre-in-language.ts'
import { offeredLanguages } from '#domain/centre/translations/offered-languages.ts'
import { untranslatedIn } from '#domain/onboarding/onboarding.server.ts'
import { FIRST_STEP_IDS, openSteps } from '#domain/onboarding/onboarding-steps.ts'
import { completionOf, isSample, isWronglyMarkedSample, samplesIn } from '#domain/onboarding/sample-values.ts'
import { site } from '#site'

const OF_CONTENT = FIRST_STEP_IDS.filter((id) => id !== 'prices' && id !== 'papers' && id !== 'languages')

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
    hours: 'Weekdays, 5 pm to 8 pm',
  },
  position: { latitude: 10.8273, longitude: 78.6928 },
  channels: { ...site.channels, ...Object.fromEntries(Object.keys(site.channels).map((id) => [id, ''])) },
  claims: { learners: 300, years: 25 },
  slideshow: {
    opens: 'never',
    slides: site.slideshow.slides.map((slide) => ({ ...slide, title: `Our ${slide.title}` })),
  },
  testimonials: [],
  plans: {
    ...site.plans,
    mon: { ...site.plans.mon, papers: '20 papers' },
    half: { ...site.plans.half, papers: '90 papers' },
    ann: { ...site.plans.ann, papers: '150 papers' },
  },
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
  expect(samplesIn({ ...KAVERI, contacts: { ...KAVERI.contacts, postalCode } }, 'contact')).toEqual([
    'contacts.postalCode',
  ])
  expect(isSample({ ...KAVERI, claims: { years: 12, learners: site.claims.learners } }, 'promises')).toBe(
    true,
  )
  expect(isSample({ ...KAVERI, claims: { years: site.claims.years, learners: 800 } }, 'promises')).toBe(false)
})

test('contacts are wrongly called samples when none is one', () => {
  expect(isWronglyMarkedSample(KAVERI)).toBe(true)
  expect(isWronglyMarkedSample({ ...KAVERI, contacts: { ...KAVERI.contacts, sample: false } })).toBe(false)
  expect(
    isWronglyMarkedSample({ ...KAVERI, contacts: { ...KAVERI.contacts, phone: site.contacts.phone } }),
  ).toBe(false)
})

test('a step is open while it is a sample and nobody has skipped it', () => {
  const step = (isSample: boolean, isSkipped: boolean) => ({ id: 'name' as const, isSample, isSkipped })
  expect(
    openSteps([step(true, false), step(true, true), step(false, true), step(false, false)]),
  ).toHaveLength(1)
})

test('a step puts right by itself what nobody should have to type: who made the site, and a second number', () => {
  expect(completionOf(site, 'name')).toEqual(['credit', { name: '', link: '' }])
  expect(completionOf(KAVERI, 'name')).toBeNull()
  const contacts = { ...site.contacts, phone: '+91 98400 12345' }
  expect(completionOf({ ...site, contacts }, 'contact')).toEqual(['contacts.whatsapp', '919840012345'])
  expect(completionOf({ ...site, contacts: { ...contacts, whatsapp: '914315550199' } }, 'contact')).toBeNull()
  expect(completionOf(site, 'contact')).toBeNull()
})

test('promises are samples until they are changed', () => {
  expect(samplesIn(site, 'promises')).toEqual([
    ...['claims.learners', 'contacts.hours'],
    ...['mon', 'half', 'ann'].map((tier) => `plans.${tier}.papers`),
  ])
})

test('what is said in English alone is named, in each language that the centre offers', () => {
  const came = textsThatCame()
  expect(untranslatedIn(site, 'ta', came)).toEqual([])
  const centre: Centre = {
    ...KAVERI,
    place: 'திருச்சியில் ஒரு கணித மையம்',
    phrases: ['Marks', 'Exam Success'],
    sentences: { about_opening: 'We teach.', footer_promise: 'No ads.' },
    translations: { ta: { phrases: ['மதிப்பெண்'] } },
  }
  const missing = untranslatedIn(centre, 'ta', came)
  expect(missing).toContain('sentences.about_opening')
  expect(missing.filter((path) => /^(name|place|phrases|contacts\.address)/.test(path))).toEqual([])
  expect(untranslatedIn(centre, 'hi', came)).toEqual(
    expect.arrayContaining(['place', 'phrases[0]', ...missing]),
  )
  expect(offeredLanguages({ hiddenLanguages: ['ta'] })).toEqual(['en', 'hi'])
})
