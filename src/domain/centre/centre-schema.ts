import { z } from 'zod'
import { STATES } from '../paper/exams-and-subjects.ts'
import { PLAN_IDS } from '../pricing/plan.ts'
import { CHANNELS, type ChannelId } from './channels.ts'
import {
  areDifferent,
  areDifferentInEach,
  describedPictureSchema,
  marked,
  noticeFields,
  sitePictureSchema,
  textFields,
  translationsOf,
} from './content-schemas.ts'
import { COLOURS, type ColourName } from './palette.ts'
import { TRANSLATION_LANGUAGES } from './translations/translated-fields.ts'

/** How long a text may be is said in check-centre.ts, since a file from before the limits goes on working. */
const words = z.string().trim().min(1, 'must not be empty')
const webAddress = z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' })
/** Empty where the centre has none. */
const channel = z.union([z.literal(''), webAddress], 'must be an address that begins with https://, or empty')
const path = z.string().regex(/^\/(?![/\\])\S*$/, 'must be a path of this site that begins with one /')
const month = z.string().regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'must be a year and month such as 2025-03')
const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #2340bf, in small letters')
const palette = z.strictObject(
  Object.fromEntries(COLOURS.map((name) => [name, colour.optional()])) as Record<
    ColourName,
    z.ZodOptional<typeof colour>
  >,
)

const slide = z.strictObject({
  title: words,
  text: marked,
  link: path,
  action: words,
  translations: translationsOf({ title: words, text: marked, action: words }),
  /** One of the site's drawings, or a picture of the centre's own: uploaded in the admin area, or under `public/`. */
  picture: z.union(
    [
      z.enum(['papers', 'clock', 'chat']),
      z.strictObject({
        ...{ src: path, alt: words, width: z.int().min(1), height: z.int().min(1) },
        translations: translationsOf({ alt: words }),
      }),
      describedPictureSchema,
    ],
    'must be "papers", "clock", "chat" or { src, alt, width, height } of a picture under public/',
  ),
})

const day = z.iso.date('must be a day such as 2027-03-01')

const testimonial = z
  .strictObject({
    text: words,
    name: words,
    /** Shown as how long ago it was, so that it ages. */
    date: month,
    /** Whether its author agreed to be shown. Without consent it is not; a sample says that it is one. */
    consent: z.union([z.boolean(), z.literal('sample')], 'must be true, false or "sample"'),
    /** Kept, and shown to nobody. */
    hidden: z.boolean().optional(),
    /** The first and the last day of India on which it is shown; without one, there is no such end. */
    from: day.optional(),
    until: day.optional(),
    portrait: sitePictureSchema.optional(),
    translations: translationsOf({ text: words, name: words }),
  })
  .refine(({ from, until }) => !from || !until || from <= until, {
    path: ['until'],
    message: 'must not be before the first day',
  })

const tierTexts = { lasts: words, papers: words, description: marked }
const tier = z.strictObject({ ...tierTexts, translations: translationsOf(tierTexts) })

const features = z.array(words).length(2, 'must name two features; the number of papers is the third')
/** "One stop destination for", completed by one phrase after the other. */
const headline = {
  tagline: words,
  phrases: z
    .array(words)
    .min(1, 'needs at least one phrase')
    .max(6, 'has more than 6 phrases')
    .refine(areDifferent, 'names a phrase twice'),
}
const where = {
  address: z.array(words).min(1, 'needs at least one line'),
  locality: words,
  region: words,
}

/** The whole of what a centre changes, as one document: the file, the admin area, the API and the pages share it. */
export const centreSchema = z.strictObject({
  name: words,
  description: words,
  place: words,
  /** The state whose board its State Board papers are of, unless one says another. */
  stateBoard: z.enum(STATES, 'must be the name of a state').optional(),
  banner: words,
  ...headline,
  claims: z.strictObject({
    learners: z.int().min(0),
    years: z.int().min(0).max(200),
  }),
  contacts: z.strictObject({
    email: z.email('must be an email address'),
    phone: z.string().regex(/^\+\d[\d ]{6,18}$/, 'must be a number such as +91 44 1234 5678'),
    /** Digits alone with the country's code, as wa.me takes them. */
    whatsapp: z
      .string()
      .regex(/^\d{8,15}$/, 'must be digits alone, with the country code, such as 914412345678'),
    ...where,
    postalCode: words,
    hours: words,
    /** Whether these are made up; the pages then say so. */
    sample: z.boolean(),
    translations: translationsOf({ ...where, hours: words }),
  }),
  position: z.strictObject({
    latitude: z.number().min(-90, 'must be from -90 to 90').max(90, 'must be from -90 to 90'),
    longitude: z.number().min(-180, 'must be from -180 to 180').max(180, 'must be from -180 to 180'),
  }),
  channels: z.strictObject(
    Object.fromEntries(CHANNELS.map(({ id }) => [id, channel])) as Record<ChannelId, typeof channel>,
  ),
  slideshow: z.strictObject({
    opens: z.enum(
      ['on every load', 'once a visit', 'never'],
      'must be "on every load", "once a visit" or "never"',
    ),
    slides: z
      .array(slide)
      .min(1, 'needs at least one slide')
      .max(6, 'has more than 6 slides')
      .refine((slides) => areDifferentInEach(slides, ({ title }) => title), 'gives two slides one title'),
  }),
  testimonials: z
    .array(testimonial)
    .refine((said) => areDifferentInEach(said, ({ text }) => text), 'has the same words twice'),
  plans: z.strictObject({
    mon: tier,
    half: tier,
    ann: tier,
    features,
    translations: translationsOf({ features }),
  }),
  /** Plans that Pricing does not show. */
  hiddenPlans: z
    .array(z.enum(PLAN_IDS, 'must be the id of a plan such as jee-mon'))
    .refine(areDifferent, 'names a plan twice')
    .optional(),
  ...noticeFields,
  ...textFields,
  /** Who made the site; without a name nobody is named, without an address the name leads nowhere. */
  credit: z.strictObject({ name: z.string().trim(), link: channel }),
  /** Other languages in which the site is not offered. */
  hiddenLanguages: z
    .array(z.enum(TRANSLATION_LANGUAGES, `must be one of ${TRANSLATION_LANGUAGES.join(', ')}`))
    .refine(areDifferent, 'names a language twice')
    .optional(),
  colours: z.strictObject({ light: palette, dark: palette }),
  /** Uploaded in the admin area; where there is none, the site's own drawings are shown. */
  pictures: z
    .strictObject({ logo: sitePictureSchema.optional(), about: describedPictureSchema.optional() })
    .optional(),
  /** Of the texts that are by themselves; those of a part are with it. */
  translations: translationsOf({ name: words, description: words, place: words, banner: words, ...headline }),
})

export type Centre = z.infer<typeof centreSchema>
