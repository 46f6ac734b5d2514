import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Centre } from '#domain/centre/centre.ts'
import { SENTENCE_NAMES, type Sentences } from '#domain/centre/own-sentences.ts'
import { defaultTexts } from '#domain/centre/texts/default-texts.ts'
import { POLICIES } from '#domain/centre/texts/policies.ts'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { site as file } from '#site'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

const DEFAULT_TEXTS = defaultTexts()

/** Every text that the admin area has a field for, in words that are found nowhere else. */
const OWN: Centre = {
  ...ownTexts(file, ['name', 'description', 'place', 'banner', 'tagline', 'phrases']),
  contacts: { ...file.contacts, hours: 'Own hours', sample: false },
  slideshow: {
    opens: 'on every load',
    slides: file.slideshow.slides.map((slide) => ownTexts(slide, ['title', 'text', 'action'])),
  },
  testimonials: [],
  plans: {
    mon: ownTexts(file.plans.mon, ['lasts', 'papers', 'description']),
    half: ownTexts(file.plans.half, ['lasts', 'papers', 'description']),
    ann: ownTexts(file.plans.ann, ['lasts', 'papers', 'description']),
    features: ['Own feature 1', 'Own feature 2'],
  },
  offer: DEFAULT_TEXTS.offer.map((card) => ownTexts(card, ['title', 'text'])),
  reasons: DEFAULT_TEXTS.reasons.map((reason) =>
    ownTexts(reason, ['name', 'short', 'points', 'margin', 'text', 'check']),
  ),
  questions: DEFAULT_TEXTS.questions.map((question) => ownTexts(question, ['question', 'answer'])),
  ...Object.fromEntries(
    POLICIES.map((policy) => [
      policy,
      DEFAULT_TEXTS[policy].map((part) => ownTexts(part, ['heading', 'text'])),
    ]),
  ),
  sentences: Object.fromEntries(SENTENCE_NAMES.map((name) => [name, `Own [${name}] {b}`])) as Sentences,
}

/** What remains, each with its reason. */
const NOT_THE_CENTRES: Record<string, string> = {
  'Why Us': 'a name in the specification’s menu',
  'Contact Us': 'a name in the specification’s menu',
  'Why us': 'a name that leads to a page',
  'Ask us': 'a name that leads to a page',
  'About us': 'a heading of the specification',
  'Connect with US :': 'a heading of the specification',
  'Why Choose Us': 'a heading of the specification',
  'Plans We Offer': 'a heading of the specification',
  'Free Answer': 'a link of the specification',
  'Free Practice': 'a heading of the specification',
  'Free Question paper': 'a name in the specification’s menu',
  'Our channels': 'the name of a list for screen readers',
  ...Object.fromEntries(
    [
      ...['What we offer', 'How to reach us', 'What do we cover?', 'Who learns with us?'],
      ...['What we never do', 'Where we are', 'Who we are'],
    ].map((heading) => [heading, 'a heading, which states nothing']),
  ),
}
const SPEAKS = /\b(we|our|ours|us)\b|\bteachers?\b|\bno ads\b|sign-in\b|\bnever\b/i

let site: Site
let admin: SignedIn
let paper: Awaited<ReturnType<typeof publish>>
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  paper = await publish(site, admin, { year: '2024' })
  await publish(site, admin, { year: '2024', referenceLink: 'https://answers.example.in/a' })
})
afterAll(() => site.end())

async function textOf(path: string): Promise<string> {
  const answer = await site.fetch(path)
  const to = answer.headers.get('location')
  return to === null ? await answer.text() : await textOf(to)
}
const pages = () => [
  ...[
    '/',
    '/about',
    '/why-us',
    '/pricing',
    '/contact',
    '/practice',
    '/search',
    '/kept',
    '/privacy',
    '/terms',
  ],
  ...['/accessibility', '/licenses'],
  ...['/resources/cbse/12/', '/resources/cbse/12/?year=2024', `/papers/${paper.id}/x`],
]

test('every sentence of visitors’ pages that speaks for the centre has its field in the admin area', async () => {
  await publishCentre(site.app, OWN, null, { basedOn: 0 })
  expect((await site.app.centre.read()).version).toBe(1)
  const left = new Map<string, string>()
  for (const path of pages())
    for (const text of textsIn(await textOf(path)))
      if (SPEAKS.test(text) && !(text in NOT_THE_CENTRES)) left.set(text, path)
  expect(Object.fromEntries(left)).toEqual({})
})

test('and what is typed there is what the pages say, in the language that it was typed for', async () => {
  const all = (await Promise.all(pages().map(textOf))).join('\n')
  const elsewhere = ['pricing_told_there', 'shared_description', 'paper_description_answered']
  const unsaid = SENTENCE_NAMES.filter((name) => !all.includes(`Own [${name}]`) && !elsewhere.includes(name))
  expect(unsaid).toEqual([])
  const tamil: Sentences = { about_opening: 'நாங்கள் {years} ஆண்டுகளாகக் கற்பிக்கிறோம்.' }
  const centre = { ...OWN, sentences: { ...OWN.sentences, translations: { ta: tamil } } } as Centre
  await publishCentre(site.app, centre, null, { basedOn: 1 })
  expect(await textOf('/ta/about')).toContain('நாங்கள் 25 ஆண்டுகளாகக் கற்பிக்கிறோம்.')
  expect(await textOf('/about')).toContain('Own [about_opening]')
})

/** Each of them differs from all others, as lists want it. */
function ownTexts<Part extends object>(part: Part, fields: (keyof Part & string)[]): Part {
  const own = (name: string, value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((each) => own(name, each))
      : `Own ${name}: ${String(value).length} ${hashOf(value)}`
  return { ...part, ...Object.fromEntries(fields.map((field) => [field, own(field, part[field])])) }
}

function hashOf(value: unknown) {
  return hash('sha256', String(value), 'hex').slice(0, 6)
}

/** What a visitor, a screen reader and a search engine are told. */
function textsIn(html: string): string[] {
  const said = html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '')
  const told = [...said.matchAll(/(?:content|alt|aria-label|title)="([^"]*)"/g)].map(([, text = '']) => text)
  return [...said.replace(/<[^>]*>/g, '\n').split('\n'), ...told]
    .map((text) => text.replace(` · ${OWN.name}`, '').trim())
    .filter((text) => text !== '' && !URL.canParse(text))
}
