import { expect, test } from 'vitest'
import type { Centre } from '#domain/centre/centre.ts'
import { checkCentre, readCentre } from '#domain/centre/check-centre.ts'
import { fieldName } from '#domain/centre/field-names.ts'
import { noticesNow } from '#domain/centre/notices-now.ts'
import { SENTENCE_NAMES, type Sentences } from '#domain/centre/own-sentences.ts'
import { sayingsOf } from '#domain/centre/testimonial.ts'
import { defaultTexts } from '#domain/centre/texts/default-texts.ts'
import { offerTexts } from '#domain/centre/translations/offer-texts.ts'
import { withoutEmptyTranslations } from '#domain/centre/translations/translated.ts'
import {
  firstPath,
  languageOfPath,
  TRANSLATED_FIELDS,
  translationPath,
} from '#domain/centre/translations/translated-fields.ts'
import { publicContent } from '#domain/centre/versions/content-cache.server.ts'
import { changedFields, mergeDocuments } from '#domain/centre/versions/document-fields.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { site } from '#site'
import { valueAt, withValue } from '#web/routes/admin/site/use-site.ts'

const DEFAULT_TEXTS = defaultTexts()

const picture = { picture: 'a'.repeat(32), width: 600, height: 400 }
const day = { from: '2026-11-01', until: '2026-12-31' }
/** With something of everything that can be said in another language. */
const whole: Centre = {
  ...site,
  ...structuredClone(DEFAULT_TEXTS),
  sentences: Object.fromEntries(SENTENCE_NAMES.map((name) => [name, 'Said'])) as Sentences,
  pictures: { about: { ...picture, alt: 'A class' } },
  slideshow: {
    ...site.slideshow,
    slides: site.slideshow.slides.map((slide, at) =>
      at === 0 ? { ...slide, picture: { ...picture, alt: 'Papers on a desk' } } : slide,
    ),
  },
  announcements: [{ text: 'Half-yearly papers are here', link: '', ...day }],
  exams: [{ name: 'Board exams', classes: ['10th-cbse'], ...day }],
}

const said = (centre: Centre, path: string, value: unknown, language: 'ta' | 'hi' = 'ta') =>
  withValue(centre as never, translationPath(path, language), value as never) as unknown as Centre
const faultOf = (document: unknown) => {
  const checked = checkCentre(document, [site])
  return 'faults' in checked ? `${checked.faults[0]?.field} ${checked.faults[0]?.message}` : null
}
/** "slideshow.slides.title" → "slideshow.slides[0].title". */
const pathOf = (kind: string) =>
  kind
    .replace(/^plans\.(?!features)/, 'plans.mon.')
    .replace(
      /^(slideshow\.slides|testimonials|announcements|exams|offer|reasons|questions|privacy|terms|accessibility)\./,
      '$1[0].',
    )

test('each text can be said in Tamil and in Hindi, and nothing else can', () => {
  for (const path of TRANSLATED_FIELDS.map(pathOf)) {
    const first = valueAt(whole as never, path)
    expect(first, path).toBeTruthy()
    const words = Array.isArray(first) ? first.map((_, at) => `தமிழ் ${at}`) : 'தமிழ்'
    for (const language of ['ta', 'hi'] as const) {
      expect([path, faultOf(said(whole, path, words, language))]).toEqual([path, null])
      const kept = readCentre(JSON.parse(JSON.stringify(said(whole, path, words, language))))
      expect('centre' in kept && valueAt(kept.centre as never, translationPath(path, language))).toEqual(
        words,
      )
    }
  }
  const same = ['contacts.phone', 'claims.years', 'slideshow.slides[0].link', 'testimonials[0].date']
  for (const path of [...same, 'exams[0].from', 'credit.name', 'offer[0].kind', 'stateBoard'])
    expect([path, faultOf(said(whole, path, 'தமிழ்'))?.endsWith('is not a field')]).toEqual([path, true])
  expect(faultOf({ ...whole, translations: { fr: { banner: 'Non' } } })).toBe(
    'translations.fr is not a field',
  )
})

test('a text in another language follows the rules of its field', () => {
  const long = 'அ'.repeat(121)
  expect(faultOf(said(whole, 'banner', long))).toBe('translations.ta.banner has more than 120 letters')
  expect(faultOf(said(whole, 'announcements[0].text', long))).toMatch(
    /^announcements\[0\].translations.ta.text has/,
  )
  expect(faultOf(said(whole, 'slideshow.slides[1].text', '[x](javascript:alert(1))', 'hi'))).toMatch(
    /^slideshow.slides\[1\].translations.hi.text has a link to “javascript:/,
  )
  expect(faultOf(said(whole, 'place', ' '))).toBe('translations.ta.place must not be empty')
  expect(faultOf(said(whole, 'plans.features', ['ஒன்று']))).toMatch(/must name two features/)
  // As they are on the page: one in Tamil, the other in English.
  const [, second] = whole.slideshow.slides
  expect(faultOf(said(whole, 'slideshow.slides[0].title', second?.title))).toBe(
    'slideshow.slides gives two slides one title',
  )
  expect(faultOf(said(whole, 'questions[0].question', '<script>alert(1)</script>'))).toBe(null)
})

test('pages of a language have its texts, else what came with Thervu in that language, else the first', () => {
  let centre = said({ ...whole, place: 'In Madurai' }, 'slideshow.slides[0].title', 'இலவச வினாத்தாள்கள்')
  centre = said(said(centre, 'offer[0].title', 'சிபிஎஸ்இ'), 'contacts.hours', 'மாலை 4 மணி')
  const ofCentre = readCentre(centre)
  if ('faults' in ofCentre) throw new Error(JSON.stringify(ofCentre.faults))
  const [en, ta, hi] = (['en', 'ta', 'hi'] as const).map((each) => publicContent(ofCentre.centre, each))
  const titles = [en, ta, hi].map((each) => each?.centre.slideshow.slides[0]?.title)
  expect(titles).toEqual(['Papers, free to open', 'இலவச வினாத்தாள்கள்', messagesOf('hi').sample_slide_papers()])
  expect(ta?.centre.contacts.hours).toBe('மாலை 4 மணி')
  expect(ta?.centre.place).toBe('In Madurai')
  expect(ta?.centre.offer?.map(({ title }) => title)).toEqual([
    'சிபிஎஸ்இ',
    ...offerTexts('ta')
      .slice(1)
      .map(({ title }) => title),
  ])
  for (const each of [en, ta, hi]) expect(each?.json).not.toContain('translations')
  expect(en?.json).not.toMatch(/\p{Script=Tamil}/u)
  const without = readCentre({ ...whole, place: 'In Madurai' })
  expect('centre' in without && publicContent(without.centre).digest).toBe(en?.digest)
})

test('announcements, exams and testimonials are said in the language; who closed an announcement closed it in all', () => {
  const now = new Date('2026-11-23T06:00:00Z')
  let centre = said(whole, 'announcements[0].text', 'அரையாண்டு வினாத்தாள்கள்')
  centre = said(said(centre, 'exams[0].name', 'பொதுத் தேர்வுகள்'), 'testimonials[0].text', 'நன்று')
  const [en, ta, hi] = (['en', 'ta', 'hi'] as const).map((each) => noticesNow(centre, now, each))
  expect([ta?.announcement?.text, ta?.exams[0]?.name]).toEqual(['அரையாண்டு வினாத்தாள்கள்', 'பொதுத் தேர்வுகள்'])
  expect([en, hi].map((each) => each?.announcement?.text)).toEqual(
    Array(2).fill('Half-yearly papers are here'),
  )
  expect(ta?.announcement?.id).toBe(en?.announcement?.id)
  const sayings = (['en', 'ta'] as const).map((each) => sayingsOf(centre.testimonials, now, each)[0])
  expect(sayings.map((saying) => saying?.text)).toEqual([site.testimonials[0]?.text, 'நன்று'])
  expect(JSON.stringify(sayings)).not.toContain('translations')
})

test('a text in another language goes with its part, and one that is emptied leaves the document as it was', () => {
  const slides = said(whole, 'slideshow.slides[0].title', 'முதல் படம்').slideshow.slides
  const without = { ...whole, slideshow: { ...whole.slideshow, slides: slides.slice(1) } }
  expect(JSON.stringify(publicContent(without, 'ta').centre)).not.toContain('முதல் படம்')
  const moved = { ...whole, slideshow: { ...whole.slideshow, slides: slides.toReversed() } }
  expect(publicContent(moved, 'ta').centre.slideshow.slides.at(-1)?.title).toBe('முதல் படம்')
  const emptied = withoutEmptyTranslations(said(said(whole, 'banner', 'அ'), 'banner', undefined))
  expect(JSON.stringify(emptied)).toBe(JSON.stringify(whole))
})

test('two people who translate at once keep what both have said, and the history names each text', () => {
  const mine = said(whole, 'banner', 'என்னுடையது')
  const theirs = said(said(whole, 'place', 'அவர்களுடையது'), 'banner', 'हमारा', 'hi')
  const merged = mergeDocuments(whole as never, mine as never, theirs as never)
  expect(merged.both).toEqual([])
  expect(merged.document).toMatchObject({
    translations: { ta: { banner: 'என்னுடையது', place: 'அவர்களுடையது' }, hi: { banner: 'हमारा' } },
  })
  const changed = changedFields(whole, said(mine, 'pictures.about.alt', 'ஒரு வகுப்பு', 'hi'))
  expect(changed.map(fieldName)).toEqual([
    'What the picture next to About us shows in Hindi',
    'Line above the footer in Tamil',
  ])
  expect(fieldName(translationPath('slideshow.slides[1].title', 'ta'))).toBe('Slide 2, heading in Tamil')
  const path = translationPath('plans.ann.lasts', 'hi')
  expect([fieldName(path), firstPath(path), languageOfPath(path)]).toEqual([
    'Annual: how long it lasts in Hindi',
    'plans.ann.lasts',
    'hi',
  ])
})
