import { OTHER_SUBJECT, type Subject } from '#domain/paper/paper.ts'
import type { Sense } from './sense.ts'

/** Subjects beside their own names: papers within one, those that the site does not have, the medium. */
export const SUBJECT_WORDS: [phrases: string, Sense][] = [
  ...within('Mathematics', 'Mathematics (Standard)', 'mathematics standard, maths standard, math standard'),
  ...within('Mathematics', 'Mathematics (Basic)', 'mathematics basic, maths basic, math basic'),
  ...within('Mathematics', 'Applied Mathematics', 'applied mathematics, applied maths, applied math'),
  // Two halves of Biology in Tamil Nadu.
  ...within('Biology', 'Botany', 'botany, bio botany, தாவரவியல், உயிரி தாவரவியல், thavaraviyal', true),
  ...within('Biology', 'Zoology', 'zoology, bio zoology, விலங்கியல், உயிரி விலங்கியல், vilangiyal', true),
  [
    'business studies, business study, bst, political science, pol science, pol sci, politics, civics, home science, environmental science, evs, geography, geo, informatics practices, informatics practice, ip, computer applications, computer application, computer technology, french, german, telugu, malayalam, kannada, urdu, physical education, pe, psychology, sociology, statistics, biochemistry, bio chemistry, biotechnology, bio technology, microbiology, micro biology, nursing, statistics paper, general knowledge, gk, fine arts, drawing, புவியியல், அரசியல் அறிவியல், புள்ளியியல், கணினி பயன்பாடுகள், கணினி தொழில்நுட்பம், social work, life science, earth science, rocket science, data science, artificial intelligence, information technology, it 402',
    { subject: OTHER_SUBJECT },
  ],
  [
    'tamil version, english version, tamil and english versions, tamil and english version, tamil english versions, தமிழ் மற்றும் ஆங்கில வழி, tamil and english medium, tamil english medium',
    { noise: true, lean: 'state' },
  ],
  ['tamil medium, tm, தமிழ் வழி, தமிழ்வழி', { medium: 'Tamil Medium', lean: 'state' }],
  ['hindi medium, hindi version, हिंदी माध्यम, हिन्दी माध्यम', { medium: 'Hindi Medium' }],
  ['english medium, em, ஆங்கில வழி, ஆங்கிலவழி', { medium: 'English Medium', lean: 'state' }],
  ['theory, practical, core, elective, language, literature, new, old, code', { noise: true }],
]

function within(subject: Subject, subjectName: string, phrases: string, doubtful?: true): [string, Sense][] {
  return [[phrases, { subject, subjectName, doubtful }]]
}
