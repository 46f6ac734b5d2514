import { expect, test } from 'vitest'
import { publicPart } from '#domain/centre/centre.ts'
import { SENTENCE_NAMES } from '#domain/centre/own-sentences.ts'
import { inOwnWords, isSentence, sentenceAsItCame } from '#domain/centre/own-words.ts'
import { readInline } from '#domain/centre/texts/marks.ts'
import { centreIn } from '#domain/centre/translations/centre-in-language.ts'
import { offerTexts, panelTexts } from '#domain/centre/translations/offer-texts.ts'
import { questionTexts } from '#domain/centre/translations/question-texts.ts'
import { reasonTexts } from '#domain/centre/translations/reason-texts.ts'
import { LANGUAGE_CODES } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { site } from '#site'
import english from '../../messages/en.json' with { type: 'json' }

test('in every language they have the same links and the same fields of the centre', () => {
  const linksIn = (text: string) =>
    readInline(text).flatMap((part) => (part instanceof Object && 'to' in part ? [part.to] : []))
  const fieldsIn = (text: string) => (text.match(/\{[^}]+\}/g) ?? []).sort()
  const textsOf = (language: (typeof LANGUAGE_CODES)[number]) => [
    ...offerTexts(language).map(({ text }) => text),
    ...panelTexts(language).flatMap(({ short, points }) => [short, ...points]),
    ...reasonTexts(language).flatMap(({ margin, text, check }) => [margin, text, check]),
    ...questionTexts(language).map(({ answer }) => answer),
  ]
  for (const language of LANGUAGE_CODES)
    expect(textsOf(language).map((text) => [linksIn(text), fieldsIn(text)])).toEqual(
      textsOf('en').map((text) => [linksIn(text), fieldsIn(text)]),
    )
})

test('texts that Thervu comes with are translated, and what a centre has written stays', () => {
  const { phrases, plans, slideshow, tagline, banner, place, contacts, description } = publicPart(site)
  const shipped = JSON.stringify([
    phrases,
    plans,
    slideshow.slides,
    tagline,
    banner,
    place,
    contacts.hours,
    description,
  ])
  for (const language of ['ta', 'hi'] as const) {
    const said = centreIn(publicPart({ ...site, place: 'In Madurai' }), language)
    expect(said.place).toBe('In Madurai')
    expect(said.name).toBe(site.name)
    const texts = [
      ...[
        said.tagline,
        said.banner,
        said.description,
        said.contacts.hours,
        ...said.phrases,
        ...said.plans.features,
      ],
      ...said.slideshow.slides.flatMap(({ title, text, action }) => [title, text, action]),
      ...[said.plans.mon, said.plans.half, said.plans.ann].flatMap((plan) => [
        plan.lasts,
        plan.papers,
        plan.description,
      ]),
    ]
    for (const text of texts) expect(shipped).not.toContain(JSON.stringify(text))
  }
})

test('a sentence that an earlier version stored is known again, wherever it is now', () => {
  const [pay, own] = ['Do I have to pay for the papers on this site?', 'We open at four.']
  const slide = { ...site.slideshow.slides[0], title: 'Sit it like the exam', action: own }
  const stored = publicPart({
    ...site,
    phrases: ['Test Excellence', own],
    slideshow: { ...site.slideshow, slides: [slide] as typeof site.slideshow.slides },
    questions: [
      { question: own, answer: own },
      { question: pay, answer: own },
    ],
  })
  for (const language of ['ta', 'hi'] as const) {
    const m = messagesOf(language)
    const { phrases, slideshow, questions } = centreIn(stored, language)
    expect([phrases, slideshow.slides[0]?.title, slideshow.slides[0]?.action]).toEqual([
      ...[[m.sample_phrase_excellence(), own], m.sample_slide_exam(), own],
    ])
    expect(questions?.map(({ question }) => question)).toEqual([own, m.parents_pay()])
  }
})

test('every message that speaks for the centre is a text that the centre can change, or is told of here', () => {
  const speaks = /\b(we|our|ours|us)\b|\bteach(er|es|ing)?\b|\bno ads\b|no sign-in\b/i
  const inLists = /^(offer_(?!lead)|panels_|reasons_|parents_|policy_|sample_)/
  const known: Record<string, string> = {
    ...{ header_contact: 'menu', contact_title: 'menu', header_why_us: 'menu', why_us_title: 'menu' },
    ...{ home_about_heading: 'heading', pricing_title: 'heading', offer_heading: 'heading' },
    ...{ frame_channels: 'the name of a list', about_subject_is: 'heading', about_coverage: 'heading' },
    ...{ about_trust: 'heading', contact_where: 'heading', home_about_reach: 'heading' },
    ...{ about_teachers: 'heading', footer_connect: 'heading of the specification' },
    ...{ way_on_about: 'link', way_on_contact: 'link', way_on_reasons: 'link', why_us_never: 'heading' },
    ...{ failed_sentence: 'the site itself', refused_internal: 'the site itself' },
    paper_kind_sample: 'what a paper is',
  }
  const left = Object.entries(english).flatMap(([name, said]) => {
    const isOwned = isSentence(name) || inLists.test(name) || name in known
    return !isOwned && speaks.test(JSON.stringify(said)) ? [name] : []
  })
  expect(left).toEqual([])
})

test('a sentence as it came has its braces, and in the centre’s own words they are filled in', () => {
  expect(sentenceAsItCame('about_teachers_team')).toContain('{swept}')
  for (const name of SENTENCE_NAMES) expect(typeof sentenceAsItCame(name), name).toBe('string')
  const centre = {
    ...publicPart(site),
    sentences: { about_teachers_team: '{swept} at {name}, {hours}. {x}' },
  }
  const say = inOwnWords(messagesOf('en'), centre).about_teachers_team
  expect(say({ swept: '9 years' })).toBe(`9 years at ${site.name}, ${site.contacts.hours}. {x}`)
  expect(inOwnWords(messagesOf('en'), publicPart(site))).toBe(messagesOf('en'))
  // Another language with the same sentences keeps its own messages.
  expect(inOwnWords(messagesOf('ta'), centre).header_home()).toBe(messagesOf('ta').header_home())
})
