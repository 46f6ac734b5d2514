import type { Json } from '#domain/centre/versions/document-fields.ts'
import type { Centre } from '../centre/centre.ts'
import { readWhatsapp } from '../centre/typed-contacts.ts'
import type { FirstStepId } from './onboarding-steps.ts'

/**
 * The values that Thervu comes with, and no centre's own: what equals them is a sample, whether it is in
 * site.config.ts or was published. A test holds them against site.config.ts as it is shipped. Safe in the browser.
 */
const SAMPLE = {
  name: 'Thervu',
  credit: { name: 'Sample Studio', link: 'https://studio.example' },
  phone: '+91 00000 00000',
  whatsapp: '910000000000',
  emailDomain: '@centre.example',
  address: ['1, Sample Street', 'Sample Nagar'],
  postalCode: '600000',
  position: { latitude: 13.0827, longitude: 80.2707 },
  channel: /^https:\/\/([\w-]+\.centre\.example|wa\.me\/910000000000)\/?$/,
  learners: 15_000,
  hours: 'Monday to Saturday, 4 pm to 9 pm',
  papers: { mon: '25-30 question papers', half: '200+ papers', ann: '500+ papers' },
  slides: ['Papers, free to open', 'Sit it like the exam', 'More papers every month'],
}

export type OfContent = Exclude<FirstStepId, 'prices' | 'papers' | 'languages'>

/** Paths of the fields that are samples. */
const SAMPLES_IN: Record<OfContent, (centre: Centre) => string[]> = {
  name: ({ name, credit }) =>
    pathsOf({
      name: name === SAMPLE.name,
      'credit.name': credit.name === SAMPLE.credit.name,
      'credit.link': credit.link === SAMPLE.credit.link,
    }),
  logo: ({ pictures }) => pathsOf({ 'pictures.logo': !pictures?.logo }),
  contact: ({
    contacts: { phone, whatsapp, email, address, postalCode },
    position: { latitude, longitude },
  }) =>
    pathsOf({
      'contacts.phone': phone === SAMPLE.phone,
      'contacts.whatsapp': whatsapp === SAMPLE.whatsapp,
      'contacts.email': email.endsWith(SAMPLE.emailDomain),
      'contacts.address': SAMPLE.address.some((line) => address.includes(line)),
      'contacts.postalCode': postalCode === SAMPLE.postalCode,
      position: latitude === SAMPLE.position.latitude && longitude === SAMPLE.position.longitude,
    }),
  channels: ({ channels }) =>
    Object.entries(channels).flatMap(([id, address]) =>
      SAMPLE.channel.test(address) ? [`channels.${id}`] : [],
    ),
  slides: ({ slideshow }) =>
    slideshow.slides.flatMap(({ title }, at) =>
      SAMPLE.slides.includes(title) ? [`slideshow.slides[${at}].title`] : [],
    ),
  // A centre may keep them where they are true: it says so by skipping.
  promises: ({ claims, contacts, plans }) =>
    pathsOf({
      // Many have taught for 25 years; nobody has taught so round a number.
      'claims.learners': claims.learners === SAMPLE.learners,
      'contacts.hours': contacts.hours === SAMPLE.hours,
      'plans.mon.papers': plans.mon.papers === SAMPLE.papers.mon,
      'plans.half.papers': plans.half.papers === SAMPLE.papers.half,
      'plans.ann.papers': plans.ann.papers === SAMPLE.papers.ann,
    }),
  testimonials: ({ testimonials }) =>
    testimonials.flatMap(({ consent }, at) => (consent === 'sample' ? [`testimonials[${at}].consent`] : [])),
}

function pathsOf(found: Record<string, boolean>): string[] {
  return Object.keys(found).filter((path) => found[path])
}

/** What of a part of the site is still as it was shipped: paths of fields. */
export function samplesIn(centre: Centre, step: OfContent): string[] {
  return SAMPLES_IN[step](centre)
}

/** Whether a part of what the site says is still as it was shipped. */
export function isSample(centre: Centre, step: OfContent): boolean {
  return samplesIn(centre, step).length > 0
}

/** Whether every contact is the centre's own while the document still says that they are samples. */
export function isWronglyMarkedSample(centre: Centre): boolean {
  const isContact = (path: string) => path.startsWith('contacts.')
  return centre.contacts.sample && !samplesIn(centre, 'contact').some(isContact)
}

/**
 * What a step puts right by itself when it is published: nobody is named as who made the site in the place of our
 * sample, and the phone is the WhatsApp number where no other was typed. A field and its value, or null.
 */
export function completionOf(centre: Centre, step: FirstStepId): [path: string, value: Json] | null {
  const { name, link } = SAMPLE.credit
  if (step === 'name' && centre.credit.name === name && [link, ''].includes(centre.credit.link))
    return ['credit', { name: '', link: '' }]
  const { phone, whatsapp } = centre.contacts
  if (step === 'contact' && whatsapp === SAMPLE.whatsapp && phone !== SAMPLE.phone)
    return ['contacts.whatsapp', readWhatsapp(phone)]
  return null
}
