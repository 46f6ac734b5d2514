import { expect, test } from 'vitest'
import { removeGarbage } from '#domain/page-text/remove-garbage.ts'

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
    const start = performance.now()
    removeGarbage(piece.repeat(20_000 / piece.length))
    removeGarbage(`${piece.repeat(50 / piece.length)} `.repeat(400))
    expect(performance.now() - start).toBeLessThan(1_000)
  },
)
