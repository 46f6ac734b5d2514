import { CHANNELS } from './channels.ts'
import { SENTENCE_PAGES } from './own-sentences.ts'
import { firstPath, kindOf, languageOfPath, languageSuffix } from './translations/translated-fields.ts'

/** As the admin area writes them. */
const TEXT_NAMES: Record<string, string> = {
  offer: 'Card',
  'offer.title': 'Heading',
  'offer.text': 'Text',
  reasons: 'Reason',
  'reasons.name': 'Heading',
  'reasons.short': 'Text on Home',
  'reasons.points': 'Points on Home',
  'reasons.margin': 'In the margin of Why Us',
  'reasons.text': 'Text on Why Us',
  'reasons.check': 'How to check it',
  questions: 'Question',
  'questions.question': 'Question',
  'questions.answer': 'Answer',
  ...Object.fromEntries(
    Object.entries({ privacy: 'Privacy', terms: 'Terms', accessibility: 'Accessibility' }).flatMap(
      ([policy, name]) => [
        [policy, name],
        [`${policy}.heading`, 'Heading'],
        [`${policy}.text`, 'Text'],
      ],
    ),
  ),
  ...Object.fromEntries(
    SENTENCE_PAGES.flatMap(({ page, sentences }) =>
      Object.entries(sentences).map(([name, label]) => [`sentences.${name}`, `${page}: ${label}`]),
    ),
  ),
}

/** As the admin area writes them. */
const NOTICE_NAMES: Record<string, string> = {
  announcements: 'Announcement',
  'announcements.text': 'What it says',
  'announcements.link': 'Where it leads',
  'announcements.from': 'First day',
  'announcements.until': 'Last day',
  exams: 'Exam',
  'exams.name': 'Name of the exam',
  'exams.classes': 'Classes',
  'exams.from': 'First day',
  'exams.until': 'Last day',
}

/** As the admin area writes them; those in lists without their number. Safe in the browser. */
const FIELD_NAMES: Record<string, string> = {
  name: 'Name',
  description: 'What you offer, in one sentence',
  place: 'What and where you are',
  stateBoard: 'Your state’s board',
  banner: 'Line above the footer',
  tagline: 'Beginning of the headline',
  phrases: 'Ends of the headline',
  'claims.learners': 'Learners so far',
  'claims.years': 'Years of experience',
  'contacts.email': 'Email',
  'contacts.phone': 'Phone',
  'contacts.whatsapp': 'WhatsApp number',
  'contacts.address': 'Street address',
  'contacts.locality': 'Town or city',
  'contacts.region': 'State',
  'contacts.postalCode': 'PIN code',
  'contacts.hours': 'Hours',
  'contacts.sample': 'These contacts are samples',
  position: 'Position on the map',
  'position.latitude': 'Latitude',
  'position.longitude': 'Longitude',
  'slideshow.opens': 'When the slides open',
  'slideshow.slides': 'Slide',
  'slideshow.slides.title': 'Heading',
  'slideshow.slides.text': 'Text',
  'slideshow.slides.link': 'Where the button leads',
  'slideshow.slides.action': 'Words on the button',
  'slideshow.slides.picture': 'Picture',
  'slideshow.slides.picture.src': 'Picture’s address',
  'slideshow.slides.picture.alt': 'What the picture shows',
  'slideshow.slides.picture.width': 'Picture’s width',
  'slideshow.slides.picture.height': 'Picture’s height',
  'pictures.logo': 'Logo',
  'pictures.about': 'Picture next to About us',
  'pictures.about.alt': 'What the picture next to About us shows',
  testimonials: 'Testimonial',
  'testimonials.text': 'Their words',
  'testimonials.name': 'Who said it',
  'testimonials.date': 'Month',
  'testimonials.consent': 'Consent',
  'testimonials.portrait': 'Portrait',
  'testimonials.hidden': 'Hidden',
  'testimonials.from': 'First day',
  'testimonials.until': 'Last day',
  ...TEXT_NAMES,
  'plans.mon': 'Monthly',
  'plans.half': 'Half yearly',
  'plans.ann': 'Annual',
  'plans.lasts': 'How long it lasts',
  'plans.papers': 'How many papers',
  'plans.description': 'Description',
  'plans.features': 'In every plan',
  'credit.name': 'Made by',
  'credit.link': 'Address of who made it',
  'colours.light': 'Light',
  'colours.dark': 'Dark',
  'colours.paper': 'page',
  'colours.sheet': 'sheets',
  'colours.ink': 'writing',
  'colours.quiet': 'quiet writing',
  'colours.pen': 'links and buttons',
  'colours.mark': 'highlighter',
  'colours.marginRed': 'margin and errors',
  'colours.ticked': 'answers and ticks',
  hiddenPlans: 'Plans not offered',
  hiddenLanguages: 'Languages left off',
  ...NOTICE_NAMES,
  ...Object.fromEntries(CHANNELS.map(({ id, name }) => [`channels.${id}`, name])),
}

/** Of a path such as `slideshow.slides[0].title`: "Slide 1, heading", with the language of a translation. The path itself where nobody named it. */
export function fieldName(path: string): string {
  return nameOfFirst(firstPath(path)) + languageSuffix(languageOfPath(path))
}

function nameOfFirst(path: string): string {
  const [, list = '', place, rest = ''] = /^([\w.]+)\[(\d+)\]\.?(.*)$/.exec(path) ?? []
  if (list) {
    const within = FIELD_NAMES[`${list}.${kindOf(rest)}`] ?? rest
    return [`${FIELD_NAMES[list] ?? list} ${Number(place) + 1}`, within.toLowerCase()]
      .filter(Boolean)
      .join(', ')
  }
  const [, group, part, last] = /^(plans|colours)\.(\w+)\.(\w+)$/.exec(path) ?? []
  if (group)
    return `${FIELD_NAMES[`${group}.${part}`] ?? part}: ${(FIELD_NAMES[`${group}.${last}`] ?? last ?? '').toLowerCase()}`
  return FIELD_NAMES[path] ?? path
}

/** How a form names a field next to the others of its list or group: "Heading" for `slideshow.slides[0].title`. */
export function fieldLabel(path: string): string {
  const kind = kindOf(path)
  return FIELD_NAMES[kind] ?? kind
}
