import type { Centre } from './src/domain/centre/centre.ts'

/**
 * The centre itself: everything that a centre changes to make the site its own is here, and is checked at start.
 * Contacts, channels, position and testimonials are samples until a centre puts its own in their place.
 */
export const site: Centre = {
  name: 'Thervu',
  description:
    'Free question papers and answers for CBSE and State Board classes 6–12, JEE, NEET and TNPSC. No sign-in, no ads, no number asked.',
  place: 'A maths tuition centre in Chennai',
  /** Papers of other states' boards say whose they are. */
  stateBoard: 'Tamil Nadu',
  banner: 'Learning begins when the mind is open',
  tagline: 'One stop destination for',
  phrases: ['Exam Success', 'Test Excellence', 'Academic Achievement'],

  // The centre's to prove: who advertises coaching in India answers for every figure.
  claims: { learners: 15000, years: 25 },

  contacts: {
    email: 'hello@centre.example',
    phone: '+91 00000 00000',
    whatsapp: '910000000000',
    address: ['1, Sample Street', 'Sample Nagar'],
    locality: 'Chennai',
    region: 'Tamil Nadu',
    postalCode: '600000',
    hours: 'Monday to Saturday, 4 pm to 9 pm',
    sample: true,
  },
  /** Degrees. The sample is the middle of Chennai. */
  position: { latitude: 13.0827, longitude: 80.2707 },

  channels: {
    facebook: 'https://facebook.centre.example',
    instagram: 'https://instagram.centre.example',
    x: 'https://x.centre.example',
    website: 'https://www.centre.example',
    youtube: 'https://youtube.centre.example',
    whatsapp: 'https://wa.me/910000000000',
    telegram: 'https://telegram.centre.example',
    linkedin: 'https://linkedin.centre.example',
  },

  slideshow: {
    opens: 'on every load',
    slides: [
      {
        title: 'Papers, free to open',
        text: 'Open a paper, solve it, check the answers. No sign-in.',
        link: '/practice',
        action: 'Find a paper',
        picture: 'papers',
      },
      {
        title: 'Sit it like the exam',
        text: 'Pick last year’s paper, set the clock, and see where you stand.',
        link: '/resources/cbse/12',
        action: 'CBSE class 12 papers',
        picture: 'clock',
      },
      {
        title: 'More papers every month',
        text: 'Plans come with study materials and a teacher in the chat.',
        link: '/pricing',
        action: 'See the plans',
        picture: 'chat',
      },
    ],
  },

  testimonials: [
    {
      text: 'The solved papers were the only thing I printed in March. I knew the pattern before I sat down.',
      name: 'Sample student, class 12',
      date: '2025-06',
      consent: 'sample',
    },
    {
      text: 'My daughter finds the paper herself, and I can check it without knowing the maths.',
      name: 'Sample parent',
      date: '2024-05',
      consent: 'sample',
    },
    {
      text: 'I pick five papers, send the class one link each, and we start.',
      name: 'Sample tutor',
      date: '2023-08',
      consent: 'sample',
    },
    {
      text: 'The answers show each step, so I could see where my marks went.',
      name: 'Sample student, class 10',
      date: '2022-04',
      consent: 'sample',
    },
    {
      text: 'It opens on my old phone, and I know the size before I tap.',
      name: 'Sample NEET aspirant',
      date: '2021-09',
      consent: 'sample',
    },
    {
      text: 'We asked in the chat at nine in the evening, and the next paper was there by ten.',
      name: 'Sample parent, class 8',
      date: '2020-07',
      consent: 'sample',
    },
  ],

  plans: {
    mon: {
      lasts: '30 days',
      papers: '25-30 question papers',
      description: 'A month, to find out what you know.',
    },
    half: {
      lasts: '6 months',
      papers: '200+ papers',
      description: 'From the half-yearly to the model exam.',
    },
    ann: {
      lasts: '12 months',
      papers: '500+ papers',
      description: 'The whole year, up to the last paper.',
    },
    features: ['Study Materials', 'Chat support'],
  },

  credit: { name: 'Sample Studio', link: 'https://studio.example' },

  /** Colours that differ from the design's, each as '#rrggbb'; their names are in src/domain/centre/centre.ts. */
  colours: { light: {}, dark: {} },
}
