import type { Question } from './page-texts.ts'

/** What parents ask, as About has it. */
export const QUESTIONS: Question[] = [
  {
    question: 'Do I have to pay for the papers on this site?',
    answer:
      'No. Every paper under Free question papers is free to open, to print and to pass on. Only plans are paid for.',
  },
  {
    question: 'Does my child need an account?',
    answer:
      'No. There is nothing to sign up for. No page here asks a student for a name, a number or an email address.',
  },
  {
    question: 'What do you know about my child?',
    answer:
      'Nothing. We count how often the site is visited, a paper is opened and a plan or a contact is tapped, as plain numbers. No other company follows your child here, and there are no ads.',
  },
  {
    question: 'Do the papers come with answers?',
    answer:
      'Where we have them, yes. Such a paper carries the stamp ANSWERS, and Free Answer opens them. Solve first; the answers wait.',
  },
  {
    question: 'Will it work on our old phone?',
    answer:
      'If the phone opens web pages, yes. The pages are light, and each card says how many pages a paper has and how much data it takes, before you tap.',
  },
  {
    question: 'How do I buy a plan?',
    answer:
      'On the page Pricing, press Choose plan. WhatsApp opens with the name and price of the plan already typed, and you send it. We answer there, you pay there, and the papers come to you there.',
  },
  {
    question: 'What does a plan bring that is not free?',
    answer:
      'More papers ({monthly papers} for {monthly time}, {half-yearly papers} for {half-yearly time}, {annual papers} for {annual time}), and with each: {features}.',
  },
  {
    question: 'We found a mistake in a paper. What now?',
    answer: 'Tell us, please: write to {email} or in the chat, and name the paper. We look at it.',
  },
  {
    question: 'When can we reach you?',
    answer: '{hours}, on {phone} or in WhatsApp. An email may come at any hour.',
  },
]
