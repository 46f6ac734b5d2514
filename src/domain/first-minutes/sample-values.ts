import type { Centre } from '../centre/centre.ts'
import type { FirstStepId } from './first-steps.ts'

/**
 * The values that Thervu comes with, and no centre's own: what equals them is a sample, whether it stands in
 * site.config.ts or was published. A test holds them against site.config.ts as it is shipped. Safe in the browser.
 */
const SAMPLE = {
  name: 'Thervu',
  credit: 'Sample Studio',
  phone: '+91 00000 00000',
  whatsapp: '910000000000',
  emailDomain: '@centre.example',
  street: '1, Sample Street',
  position: { latitude: 13.0827, longitude: 80.2707 },
  channel: /^https:\/\/([\w-]+\.centre\.example|wa\.me\/910000000000)\/?$/,
  claims: { learners: 15_000, years: 25 },
  slides: ['Papers, free to open', 'Sit it like the exam', 'More papers every month'],
}

type OfContent = Exclude<FirstStepId, 'prices' | 'papers'>

const IS_SAMPLE: Record<OfContent, (centre: Centre) => boolean> = {
  name: ({ name, credit }) => name === SAMPLE.name || credit.name === SAMPLE.credit,
  logo: ({ pictures }) => !pictures?.logo,
  phone: ({ contacts }) => contacts.phone === SAMPLE.phone,
  whatsapp: ({ contacts }) => contacts.whatsapp === SAMPLE.whatsapp,
  email: ({ contacts }) => contacts.email.endsWith(SAMPLE.emailDomain),
  address: ({ contacts }) => contacts.address.includes(SAMPLE.street),
  position: ({ position: { latitude, longitude } }) =>
    latitude === SAMPLE.position.latitude && longitude === SAMPLE.position.longitude,
  channels: ({ channels }) => Object.values(channels).some((address) => SAMPLE.channel.test(address)),
  claims: ({ claims: { learners, years } }) =>
    learners === SAMPLE.claims.learners && years === SAMPLE.claims.years,
  slides: ({ slideshow }) => slideshow.slides.some(({ title }) => SAMPLE.slides.includes(title)),
  testimonials: ({ testimonials }) => testimonials.some(({ consent }) => consent === 'sample'),
}

/** Whether a part of what the site says is still as it was shipped. */
export function isSample(centre: Centre, step: OfContent): boolean {
  return IS_SAMPLE[step](centre)
}

/** Whether every contact is the centre's own while the document still says that they are samples. */
export function saysSampleWrongly(centre: Centre): boolean {
  const contacts = ['phone', 'whatsapp', 'email', 'address'] as const
  return centre.contacts.sample && !contacts.some((step) => isSample(centre, step))
}
