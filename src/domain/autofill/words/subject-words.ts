import type { Subject } from '#domain/paper/paper.ts'
import type { Sense } from './vocabulary.ts'

/** Subjects as schools write and shorten them, in English, in Tamil and in Tamil with English letters. */
export const SUBJECT_WORDS: [phrases: string, Sense][] = [
  ...subject(
    'Mathematics',
    'mathematics, maths, math, mathametics, mathematic, mat, கணிதம், கணக்கு, kanitham, kanidham, kanitam, ganitham, kanakku, गणित',
  ),
  ...subject('Mathematics', 'mathematics standard, maths standard, math standard', 'Mathematics (Standard)'),
  ...subject('Mathematics', 'mathematics basic, maths basic, math basic', 'Mathematics (Basic)'),
  ...subject('Mathematics', 'applied mathematics, applied maths, applied math', 'Applied Mathematics'),
  ...subject(
    'Business Maths',
    'business maths, business math, business mathematics, business mathematics and statistics, business maths and statistics, business mathematics statistics, bus maths, bmaths, b maths, வணிகக் கணிதம், வணிக கணிதம், வணிகக் கணிதம் மற்றும் புள்ளியியல், vaniga kanitham',
  ),
  ...subject(
    'Social Science',
    'social science, social sciences, social studies, social, socialscience, soc sci, soc science, sst, ss, so sci, சமூக அறிவியல், சமூகஅறிவியல், சமூகவியல், samooga ariviyal, samuga ariviyal, samooka ariviyal',
  ),
  ...subject(
    'Computer Science',
    'computer science, computerscience, comp science, comp sci, computer sci, computer, cs, csc, கணினி அறிவியல், கணிப்பொறி அறிவியல், கணினிஅறிவியல், kanini ariviyal, kanipori ariviyal',
  ),
  ...subject('Science', 'science, sci, general science, அறிவியல், ariviyal, विज्ञान'),
  ...subject('Physics', 'physics, phy, phys, இயற்பியல், iyarpiyal, iyarpial, भौतिकी, भौतिक विज्ञान'),
  ...subject(
    'Chemistry',
    'chemistry, chem, che, chemisty, வேதியியல், vethiyiyal, vedhiyiyal, vethiyal, vedhiyal, रसायन विज्ञान',
  ),
  ...subject(
    'Biology',
    'biology, bio, உயிரியல், uyiriyal, bio botany and bio zoology, botany and zoology, जीव विज्ञान',
  ),
  // Half of Biology in Tamil Nadu: two papers of one subject.
  ...subject('Biology', 'botany, bio botany, தாவரவியல், உயிரி தாவரவியல், thavaraviyal', 'Botany', true),
  ...subject('Biology', 'zoology, bio zoology, விலங்கியல், உயிரி விலங்கியல், vilangiyal', 'Zoology', true),
  ...subject(
    'English',
    'english, eng, engl, english core, english elective, english language and literature, english language, english literature, english communicative, ஆங்கிலம், aangilam, angilam, अंग्रेजी, अँग्रेजी',
  ),
  ...subject('Tamil', 'tamil, tam, thamizh, tamizh, thamil, தமிழ்'),
  ...subject(
    'Accountancy',
    'accountancy, accounts, accounting, acc, accts, acct, accountancy and auditing, கணக்குப்பதிவியல், கணக்குப் பதிவியல், கணக்கியல், kanakku pathiviyal, kanakkupathiviyal, kanakkiyal',
  ),
  ...subject('Commerce', 'commerce, comm, வணிகவியல், vanigaviyal, vanikaviyal'),
  ...subject('Economics', 'economics, eco, econ, economy, பொருளியல், பொருளாதாரம், porulial, poruliyal'),
  ...subject('History', 'history, hist, வரலாறு, varalaru, varalaaru'),
  [
    'business studies, business study, bst, political science, pol science, pol sci, politics, civics, home science, environmental science, evs, geography, geo, informatics practices, informatics practice, ip, computer applications, computer application, computer technology, hindi, sanskrit, french, german, telugu, malayalam, kannada, urdu, physical education, pe, psychology, sociology, statistics, biochemistry, bio chemistry, biotechnology, bio technology, microbiology, micro biology, nursing, statistics paper, general knowledge, gk, fine arts, drawing, புவியியல், அரசியல் அறிவியல், புள்ளியியல், கணினி பயன்பாடுகள், கணினி தொழில்நுட்பம், हिन्दी, हिंदी, संस्कृत, social work, life science, earth science, rocket science, data science, artificial intelligence, information technology, it 402',
    { subject: null },
  ],
  [
    'tamil version, english version, tamil and english versions, tamil and english version, tamil english versions, தமிழ் மற்றும் ஆங்கில வழி, tamil and english medium, tamil english medium',
    { noise: true, lean: 'state' },
  ],
  ['tamil medium, tm, தமிழ் வழி, தமிழ்வழி', { medium: 'Tamil Medium', lean: 'state' }],
  ['english medium, em, ஆங்கில வழி, ஆங்கிலவழி', { medium: 'English Medium', lean: 'state' }],
  [
    'hindi medium, hindi version, theory, practical, core, elective, language, literature, new, old, code',
    { noise: true },
  ],
]

function subject(
  subject: Subject,
  phrases: string,
  subjectName?: string,
  doubtful?: true,
): [string, Sense][] {
  return [[phrases, { subject, subjectName, doubtful }]]
}
