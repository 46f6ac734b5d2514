/**
 * Sentences of visitors' pages that speak in the centre's name or promise something, by the names of their messages. The
 * centre may say each in its own words. Safe in the browser; imports nothing, since pages and the schema need it.
 */
export const SENTENCE_PAGES = [
  {
    page: 'Every page',
    sentences: {
      footer_promise: 'Promise in the footer',
      way_on_about_text: 'Under “Who we are”',
      way_on_plans_text: 'Under “See the plans”',
      way_on_papers_text: 'Under “Free question papers”',
      way_on_reasons_text: 'Under “Why us”',
      way_on_contact_text: 'Under “Ask us”',
    },
  },
  {
    page: 'Home',
    sentences: {
      home_lead: 'What to do first',
      home_promise_sign_in: 'First promise',
      home_promise_ads: 'Second promise',
      home_promise_number: 'Third promise',
      home_about_mission: 'About us, in short',
      offer_lead: 'What we offer, in short',
    },
  },
  {
    page: 'Slides',
    sentences: { slides_heading: 'Heading of the box' },
  },
  {
    page: 'Free question papers',
    sentences: { practice_lede: 'Under the heading' },
  },
  {
    page: 'About',
    sentences: {
      about_description: 'In search results',
      about_opening: 'Opening',
      about_teachers_team: 'Your teachers',
      about_teachers_visit: 'How to know you',
      about_trust_who: 'Who learns with you',
      about_method_find: 'How to practise: find',
      about_method_solve: 'How to practise: solve',
      about_method_check: 'How to practise: check',
      about_cost_free_what: 'What is free',
      about_cost_paid_what: 'What is paid',
    },
  },
  {
    page: 'Why Us',
    sentences: {
      why_us_description: 'In search results',
      why_us_opening: 'Opening',
      why_us_never_sign_in: 'Never, first',
      why_us_never_ads: 'Never, second',
      why_us_never_number: 'Never, third',
      why_us_never_follow: 'Never, fourth',
      why_us_never_size: 'Never, fifth',
      why_us_privacy: 'About privacy',
    },
  },
  {
    page: 'Pricing',
    sentences: {
      pricing_description: 'In search results',
      pricing_opening: 'Opening',
      pricing_told_there: 'Where no prices are set',
      pricing_buying_choose: 'How to buy, first',
      pricing_buying_answer: 'How to buy, second',
      pricing_buying_answer_b: 'Beginning of the second',
      pricing_buying_comes: 'How to buy, third',
      pricing_buying_else: 'Without WhatsApp',
    },
  },
  {
    page: 'Contact Us',
    sentences: {
      contact_description: 'In search results',
      contact_opening: 'Opening',
      contact_email_note: 'Next to the email',
      contact_chat_note: 'Next to WhatsApp',
    },
  },
  {
    page: 'Lists and papers, in search results',
    sentences: {
      resources_description: 'A list',
      resources_description_year: 'A list of one year',
      paper_description: 'A paper',
      paper_description_answered: 'A paper with answers',
      shared_description: 'A shared list',
    },
  },
] as const

type Pages = (typeof SENTENCE_PAGES)[number]['sentences']
export type SentenceName = Pages extends infer Each ? (Each extends object ? keyof Each : never) : never
export type Sentences = Partial<Record<SentenceName, string>>

export const SENTENCE_NAMES = SENTENCE_PAGES.flatMap(({ sentences }) =>
  Object.keys(sentences),
) as SentenceName[]
