/** The centre itself. Everything a centre changes to make the site its own stands here. */
export const site = {
  name: 'Thervu',
  tagline: 'Question papers with answers, free to open on any phone',
  description:
    'Free question papers with answers for CBSE and State Board classes 6–12, JEE, NEET and TNPSC. No sign-in, no ads, no number asked.',
  place: 'A maths tuition centre in Chennai',
} as const
