import { expect, test } from 'vitest'
import { cleanPageText } from '#domain/page-text/clean-page-text.ts'
import { removeGarbage } from '#domain/page-text/remove-garbage.ts'

/** Of the processor and not of the clock, since a busy machine is no fault of the site. */
const MOST_CPU_US = 2_000_000

test.each([
  ['ligatures', 'ﬁnd the ﬂow of eﬀect', 'find the flow of effect'],
  ['letters of formulas', 'Find 𝑓(𝑥) when 𝑥² = 4', 'Find f(x) when x² = 4'],
  ['letters spaced out', 'M A T H E M A T I C S  P A P E R', 'MATHEMATICS PAPER'],
  ['Tamil letters spaced out', 'க ணி த ம் தா ள்', 'கணிதம்தாள்'],
  ['a word that a hyphen parts at the line', 'Time of the exami-\r\nnation', 'Time of the examination'],
  ['a hyphen as PDFium tells it', 'Time of the exami\ufffenation', 'Time of the examination'],
  [
    'a word that a space breaks',
    'The examination begins. An exam ination ends',
    'The examination begins. An examination ends',
  ],
  [
    'no two words that the page also says together and apart',
    'The notebook is a note book. Write a note in the book',
    'The notebook is a note book. Write a note in the book',
  ],
  [
    'no two words of which one is said again',
    'Carelessness is care lessness; take care',
    'Carelessness is care lessness; take care',
  ],
  [
    'no two words of which the other is said again',
    'An underground room lies under ground; dig the ground',
    'An underground room lies under ground; dig the ground',
  ],
  [
    'spaces and signs that are not seen',
    'Answer\u00a0all\u2009\t the\u200b ques\u00adtions\0 \u202enow',
    'Answer all the questions now',
  ],
])('%s are repaired', (_, text, clean) => {
  expect(cleanPageText(text)).toBe(clean)
})

test('what is two words stays two', () => {
  const text = 'Tangents parallel to y\ufffeaxis\nWrite on the answer-\nbook, in the set-\ndouble slit'
  expect(cleanPageText(text)).toBe(
    'Tangents parallel to y-axis\nWrite on the answer-book, in the set-double slit',
  )
  expect(cleanPageText('Choose from A B C D E F in the box')).toBe('Choose from A B C D E F in the box')
  expect(cleanPageText('The board X X O X O O X shows')).toBe('The board X X O X O O X shows')
})

test('Tamil in its own letters stays whole, and is put in order where it comes as it is drawn', () => {
  const text = 'பத்தாம் வகுப்பு கணிதம் வினாத்தாள்\nஎல்லா வினாக்களுக்கும் விடை எழுதவும்'
  expect(cleanPageText(text)).toBe(text)
  expect(cleanPageText('ெபாதுத் ேதர்வு ேநரம்\nெமாழிப் பாடம்')).toBe('பொதுத் தேர்வு நேரம்\nமொழிப் பாடம்')
})

test('two signs before their letters are enough, where no word ends with one', () => {
  expect(cleanPageText('ெபாதுத் ேதர்வு')).toBe('பொதுத் தேர்வு')
  expect(cleanPageText('ேதர்வு')).not.toBe('தேர்வு')
})

test('Tamil words are whole again where PDFium saw spaces in them', () => {
  const text =
    'பத்தா ம் வகுப்பு கணிதம் வினா த்தா ள்\nபொ து வித்தியா சம் எனில், அதன் இருபதா வது\nஉறுப்பை க் கா ண்க விடை எழுதுக எண்கள்ஔவை'
  expect(cleanPageText(text)).toBe(
    'பத்தாம் வகுப்பு கணிதம் வினாத்தாள்\nபொது வித்தியாசம் எனில், அதன் இருபதாவது\nஉறுப்பைக் காண்க விடை எழுதுக எண்கள் ஔவை',
  )
  const whole = 'இல்லை க்ஷேத்திரம், வினா விடை'
  expect(cleanPageText(whole)).toBe(whole)
})

test.each([
  ['Bamini', 'gj;jhk; tFg;G fzpjk; tpdhj;jhs;\nrupahd tpiliaj; Njh;e;njLf;fTk;\nghlk;: fzpjk;'],
  ['TSCII', 'ê¤øï¢î õ¤¬ì¬ò «î˜ï¢ªî´\nØê¢î¢îóñ¢ «î˜¾\nð°F Ü'],
  [
    'Kruti Dev',
    "fuEufyf[kr iz'uksa ds mÙkj nhft,\nlHkh iz'u vfuok;Z gSa\nle; : 3 ?k.Vs vf/kdre vad : 100\nxf.kr",
  ],
  ['a font of private letters', '\uf0b7\uf0be\uf070\uf071 \uf0fa\uf0ea\uf0ea\uf0ae'],
  ['letters of far scripts', 'សួស្តី ພາສາ ኢትዮጵያ 問題用紙'],
])('text in %s is left out', (_, text) => {
  expect(cleanPageText(text)).toBe('')
  expect(
    cleanPageText(`${text}\n${'Answer any ten of these questions in your own words. '.repeat(6)}`),
  ).toMatch(/^Answer any ten [\w .]+ words\.$/)
})

test('lines that only number and part are left out, lines of words stay lines', () => {
  expect(cleanPageText('7\n(A)\n3\n+ 2x\nFind the value of k\n(ii)\nfor which AB = 3')).toBe(
    'Find the value of k\nfor which AB = 3',
  )
})

test('a page of anything is cleaned quickly and never grows', () => {
  const signs = ['a ', 'ெக', '\ufffe', 'ab-\n', 'ﬃ', '\ud800', 'A B ', 'x', 'க்', '𝑥']
  for (const sign of signs) {
    const before = process.cpuUsage()
    expect(cleanPageText(sign.repeat(100_000)).length).toBeLessThanOrEqual(20_000)
    expect(process.cpuUsage(before).user).toBeLessThan(MOST_CPU_US)
  }
})

test.each([
  ['Hindi in Latin letters', 'narjmWu H$moS >H$mo CÎma-nwpñVH$m Ho$ _wI-n¥ð\n>na Adí` {bIo§ &\namob Z§.'],
  ['Tamil of Bamini', 'jkpo;ehL muR nghJj; Nju;T> khu;r; 2019\nfzpjk;\nmwptpay;\nkjpg;ngz;fs; : 100'],
  ['Tamil of TSCII', '«ÈÅ¢Âø §¾÷×\n¾Á¢úôÀ¡¼õ'],
  ['Tamil in the order of the eye', 'ெபாதுத் ேதர்வு\nேவதியியல்'],
  ['private letters', '\ue012\ue013\ue014 \uf0b7\uf020\uf041'],
  ['lost letters', '\ufffd\ufffd\ufffd \ufffd\ufffd'],
  ['letters of other scripts', 'экзамен 试卷 ورقة'],
  ['control characters', '\u0080\u0091ab \u0093cd'],
])('%s is dropped', (_, text) => {
  expect(removeGarbage(text)).toBe('')
})

test.each([
  [
    'English',
    'Find the values of a and b.\nA train travels 360 km at a uniform speed; had it been 5 km/h more…',
  ],
  ['Tamil', 'பத்தாம் வகுப்பு கணிதம் பொதுத் தேர்வு\nஅனைத்து வினாக்களுக்கும் விடையளி. ஔவையார், கௌதமர், ஃபாரன்ஹீட்'],
  ['Hindi', 'अँग्रेजी (ENGLISH)\nप्रश्न-पत्र में 15 मुद्रित पृष्ठ हैं'],
  ['both on a line', 'வேதியியல் / CHEMISTRY (தமிழ் & English Versions)'],
  [
    'formulas',
    '2KMnO4 + 16HCl → 2KCl + 2MnCl2\npH of NaCl at 25 °C\nP(x) = (x2 - 3x + 2), |x| < 4\nsin 2θ = 2 sin θ cos θ',
  ],
  ['names', 'Shri Thyagarajan, McGraw Hill, Dr Jnaneshwar, PowerPoint, MCQs, TNPSC, CBSE'],
  ['accents', 'café naïve résumé ÉCOLE'],
  ['a web address', 'https://www.cbse.gov.in/cbsenew/question-paper.html'],
])('%s is kept', (_, text) => {
  expect(removeGarbage(text)).toBe(text)
})

test('of a page in two languages the readable one is kept, line by line', () => {
  const page =
    '30/1 1 P.T.O.\r\nnarjmWu H$moS >H$mo CÎma-nwpñVH$m\r\nCandidates must write the Code\r\nSeries RLH H$moS> Z§. 30/1\r\nJ{UV\r\nMATHEMATICS'
  expect(removeGarbage(page)).toBe('30/1 1 P.T.O.\nCandidates must write the Code\nMATHEMATICS')
})

test('a page that is hardly anything else is dropped whole, chance words too', () => {
  expect(
    removeGarbage('jkpo;ehL muR nghJj; Nju;T> khu;r;\nneuk; : 3 kzp\nfzpjk; mwptpay; kjpg;ngz;fs;'),
  ).toBe('')
})

test('sixty letters without a space may be a word, more are none', () => {
  const word = 'methyl'.repeat(10)
  expect([removeGarbage(word), removeGarbage(`${word}e`)]).toEqual([word, ''])
})

test('hyphens that a page turned into signs are no rubbish', () => {
  expect(removeGarbage('mathe\u0002matics and phy\ufffesics')).toBe('mathematics and physics')
})

test.each(['a', 'a;', '$a', 'ெ', '{', 'aB', 'é', 'Na', '\n', ' x'])(
  '20,000 characters of %j take no time',
  (piece) => {
    const before = process.cpuUsage()
    removeGarbage(piece.repeat(20_000 / piece.length))
    removeGarbage(`${piece.repeat(50 / piece.length)} `.repeat(400))
    expect(process.cpuUsage(before).user).toBeLessThan(MOST_CPU_US)
  },
)
