import { TEXT_LIMITS } from '#domain/centre/check-centre.ts'
import { ALT_LIMIT, NOTICE_LIMITS } from '#domain/centre/content-schemas.ts'
import { POLICIES } from '#domain/centre/texts/policies.ts'
import { kindOf } from '#domain/centre/translations/translated-fields.ts'

const atMost = (letters: number) => `At most ${letters} letters.`

const ALT_RULE = `Read out to those who cannot see it, such as “Students at a blackboard”. ${atMost(ALT_LIMIT)}`

/** What a field must be, said before it is broken. */
const RULES: Record<string, string> = {
  name: `As it stands in the header and in search results. ${atMost(TEXT_LIMITS.name)}`,
  description: `Under your name in search results and shared links. ${atMost(TEXT_LIMITS.description)}`,
  place: `As in “A maths tuition centre in Chennai”. ${atMost(TEXT_LIMITS.place)}`,
  stateBoard: 'State Board papers are of this board unless they say another.',
  banner: atMost(TEXT_LIMITS.banner),
  tagline: `One of the ends below follows it. ${atMost(TEXT_LIMITS.tagline)}`,
  phrases: `One on each line, 1 to 6, each different. ${atMost(TEXT_LIMITS.phrase)}`,
  'claims.learners': 'A whole number, shown as “over 15000”. It is yours to prove.',
  'claims.years': 'A whole number, shown as “over 25 years”. It is yours to prove.',
  'contacts.email': 'Such as ask@centre.in',
  'contacts.phone': 'Such as 98400 12345 or 044 2811 1234; +91 is added.',
  'contacts.whatsapp': 'Choose plan opens a chat with it. Such as 98400 12345.',
  'contacts.address': 'One line of the address on each line.',
  'contacts.postalCode': 'Six digits.',
  'contacts.hours': 'As in “Monday to Saturday, 4 pm to 9 pm”.',
  'contacts.sample': 'While it is ticked, the pages say that these contacts are made up.',
  'slideshow.slides.link': 'A page of this site, such as /practice or /pricing.',
  'slideshow.slides.picture':
    'A picture of yours, or one of the drawings below. Drop it here, paste it or choose it.',
  'slideshow.slides.picture.alt': ALT_RULE,
  'pictures.logo':
    'In the header, the tab, the icon of the app and shared links. Drop it here, paste it or choose it; best square, SVG or PNG.',
  'pictures.about': 'Instead of the drawn classroom on Home. Drop it here, paste it or choose it.',
  'pictures.about.alt': ALT_RULE,
  'testimonials.portrait': 'If they agreed to it. Stands beside their name.',
  'testimonials.date': 'The year and month in which it was said, such as 2026-03.',
  'offer.title': atMost(TEXT_LIMITS.title),
  'offer.text': atMost(TEXT_LIMITS.short),
  'reasons.name': `On Home and on Why Us. ${atMost(TEXT_LIMITS.title)}`,
  'reasons.margin': `In brackets, as marks stand on a paper. ${atMost(TEXT_LIMITS.margin)}`,
  'reasons.short': atMost(TEXT_LIMITS.short),
  'reasons.points': `One to four, one on each line. ${atMost(TEXT_LIMITS.point)}`,
  'reasons.check': `What a parent can do to see for themselves. ${atMost(TEXT_LIMITS.short)}`,
  'questions.question': atMost(TEXT_LIMITS.question),
  ...Object.fromEntries(POLICIES.map((policy) => [`${policy}.heading`, atMost(TEXT_LIMITS.question)])),
  'testimonials.text': 'As they said it; it has no marks.',
  'testimonials.from': 'Shown from midnight of this day, in India’s time. Empty to show it from now on.',
  'testimonials.until': 'Shown until this day is over in India. Empty to show it always.',
  'testimonials.hidden': 'Kept here, and shown to nobody.',
  'testimonials.consent': 'Without it, the testimonial is kept here and shown to nobody.',
  'announcements.text': `One line on top of Home and Practice. ${atMost(NOTICE_LIMITS.text)}`,
  'announcements.link':
    'A page of this site such as /practice, or an address with https://; empty if it leads nowhere.',
  'announcements.from': 'Shown from midnight of this day, in India’s time.',
  'announcements.until': 'Shown until this day is over.',
  'exams.name': `As in “CBSE Class 10 board exams”. ${atMost(NOTICE_LIMITS.examName)}`,
  'exams.classes': 'Their papers stand first on Practice while this exam is the next.',
  'exams.until': 'The same day, if it is one day.',
  'plans.features': 'Two, one on each line; the number of papers is the third.',
  'credit.name': 'Empty if nobody is to be named.',
  'credit.link': 'Such as kaveri.in; empty if there is none.',
}

export function ruleOf(path: string): string | undefined {
  return RULES[kindOf(path)] ?? (path.startsWith('channels.') ? CHANNEL_RULE : undefined)
}

const CHANNEL_RULE = 'An address; empty if you have none.'
