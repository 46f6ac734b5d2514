import { expect, test } from 'vitest'
import { cleanPageText } from '#domain/page-text/clean-page-text.ts'

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
])('%s are mended', (_, text, clean) => {
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
    const start = performance.now()
    expect(cleanPageText(sign.repeat(100_000)).length).toBeLessThanOrEqual(20_000)
    expect(performance.now() - start).toBeLessThan(1000)
  }
})
