import { z } from 'zod'
import { STATES } from '../paper/exams-and-subjects.ts'
import { CHANNELS, type ChannelId } from './channels.ts'
import { contrast } from './contrast.ts'
import { COLOURS, type ColourName, palettesOf } from './palette.ts'

const TEXT_CONTRAST = 4.5
/** --on-mark in app.css. */
const ON_MARK = '#14233f'

const words = z.string().trim().min(1, 'must not be empty').max(2_000, 'has more than 2,000 characters')
const webAddress = z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' })
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
  text: words,
  link: path,
  action: words,
  /** One of the site's drawings, or a picture of the centre's own under `public/`. */
  picture: z.union(
    [
      z.enum(['papers', 'clock', 'chat']),
      z.strictObject({ src: path, alt: words, width: z.int().min(1), height: z.int().min(1) }),
    ],
    'must be "papers", "clock", "chat" or { src, alt, width, height } of a picture under public/',
  ),
})

const testimonial = z.strictObject({
  text: words,
  name: words,
  /** Shown as how long ago it was, so that it ages. */
  date: month,
  /** Whether its author agreed to be shown. Without consent it is not; a sample says that it is one. */
  consent: z.union([z.boolean(), z.literal('sample')], 'must be true, false or "sample"'),
})

const tier = z.strictObject({ lasts: words, papers: words, description: words })

const centreSchema = z.strictObject({
  name: words,
  description: words,
  place: words,
  /** The state whose board its State Board papers are of, unless one says another. */
  stateBoard: z.enum(STATES, 'must be the name of a state').optional(),
  banner: words,
  /** "One stop destination for", completed by one phrase after the other. */
  tagline: words,
  phrases: z
    .array(words)
    .min(1, 'needs at least one phrase')
    .max(6, 'has more than 6 phrases')
    .refine(areDifferent, 'names a phrase twice'),
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
    address: z.array(words).min(1, 'needs at least one line'),
    locality: words,
    region: words,
    postalCode: words,
    hours: words,
    /** Whether these are made up; the pages then say so. */
    sample: z.boolean(),
  }),
  position: z.strictObject({
    latitude: z.number().min(-90, 'must be from -90 to 90').max(90, 'must be from -90 to 90'),
    longitude: z.number().min(-180, 'must be from -180 to 180').max(180, 'must be from -180 to 180'),
  }),
  channels: z.strictObject(
    Object.fromEntries(CHANNELS.map(({ id }) => [id, webAddress])) as Record<ChannelId, typeof webAddress>,
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
      .refine((slides) => areDifferent(slides.map(({ title }) => title)), 'gives two slides one title'),
  }),
  testimonials: z
    .array(testimonial)
    .refine((said) => areDifferent(said.map(({ text }) => text)), 'has the same words twice'),
  plans: z.strictObject({
    mon: tier,
    half: tier,
    ann: tier,
    features: z.array(words).length(2, 'must name two features; the number of papers is the third'),
  }),
  credit: z.strictObject({ name: words, link: webAddress }),
  colours: z.strictObject({ light: palette, dark: palette }),
})

export type Centre = z.infer<typeof centreSchema>

/** The first fault, as a sentence that names the field; null when there is none. */
export function findFaultOf(centre: unknown): string | null {
  const { success, data, error } = centreSchema.safeParse(centre)
  if (success) return findPaleColour(data)
  const issue = error.issues[0]
  if (!issue) return 'site.config.ts cannot be read.'
  const field = nameOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    return `site.config.ts: ${nameOf([...issue.path, issue.keys[0] ?? ''])} is not a field; look for it in src/domain/centre/check-centre.server.ts.`
  }
  if (valueAt(centre, issue.path) === undefined) return `site.config.ts: ${field} is missing.`
  if (issue.code === 'invalid_type') return `site.config.ts: ${field} must be of the type ${issue.expected}.`
  return `site.config.ts: ${field} ${issue.message}.`
}

function areDifferent(values: string[]) {
  return new Set(values).size === values.length
}

function valueAt(whole: unknown, steps: PropertyKey[]) {
  return steps.reduce<unknown>((part, step) => (part as Record<PropertyKey, unknown>)?.[step], whole)
}

function nameOf(steps: PropertyKey[]) {
  return steps
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at ? '.' : ''}${String(step)}`))
    .join('')
}

/** Text contrast; on the highlighter, text is the light ink in both themes. */
function findPaleColour(centre: Centre): string | null {
  const { light, dark } = palettesOf(centre)
  for (const [look, colours] of Object.entries({ light, dark })) {
    const marked = contrast(ON_MARK, colours.mark)
    if (marked < TEXT_CONTRAST) {
      return `site.config.ts: colours.${look}.mark has a contrast of ${marked.toFixed(1)} : 1 with the writing on it; it needs ${TEXT_CONTRAST} : 1.`
    }
    for (const name of ['ink', 'quiet', 'pen', 'marginRed', 'ticked'] as const) {
      for (const ground of ['paper', 'sheet'] as const) {
        const ratio = contrast(colours[name], colours[ground])
        if (ratio < TEXT_CONTRAST) {
          return `site.config.ts: colours.${look}.${name} has a contrast of ${ratio.toFixed(1)} : 1 with ${ground}; writing needs ${TEXT_CONTRAST} : 1.`
        }
      }
    }
  }
  return null
}
