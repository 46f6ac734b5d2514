import { expect, test } from 'vitest'
import { publicPart } from '#domain/centre/centre.ts'
import { DEFAULT_TEXTS } from '#domain/centre/texts/default-texts.ts'
import { readInline } from '#domain/centre/texts/marks.ts'
import { centreIn } from '#domain/centre/translations/centre-in-language.ts'
import { offerTexts } from '#domain/centre/translations/offer-texts.ts'
import { panelTexts } from '#domain/centre/translations/panel-texts.ts'
import { questionTexts } from '#domain/centre/translations/question-texts.ts'
import { reasonTexts } from '#domain/centre/translations/reason-texts.ts'
import { LANGUAGE_CODES } from '#domain/language/languages.ts'
import { site } from '#site'

test('the English pages say what the desk offers to change', () => {
  expect(offerTexts('en')).toEqual(DEFAULT_TEXTS.offer)
  expect(questionTexts('en')).toEqual(DEFAULT_TEXTS.questions)
  const atLength = reasonTexts('en')
  expect(panelTexts('en').map((panel, at) => ({ ...panel, ...atLength[at] }))).toEqual(DEFAULT_TEXTS.reasons)
})

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
