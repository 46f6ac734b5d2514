import { expect, test } from 'vitest'
import { understood } from './vocabulary.ts'

test.each([
  ['कक्षा 10 गणित', 'grade=10 subject=Mathematics'],
  ['दसवीं विज्ञान', 'grade=10 subject=Science'],
  ['10वीं गणित', 'grade=10 subject=Mathematics'],
  ['१२वीं कक्षा भौतिकी', 'grade=12 subject=Physics'],
  ['12 वीं रसायन विज्ञान', 'grade=12 subject=Chemistry'],
  ['बारहवीं जीव विज्ञान सीबीएसई 2024', 'grade=12 subject=Biology type=cbse year=2024'],
  ['ग्यारहवीं अर्थशास्त्र', 'grade=11 subject=Economics'],
  ['नौवीं कक्षा सामाजिक विज्ञान', 'grade=9 subject=Social Science'],
  ['कक्षा छह अंग्रेज़ी', 'grade=6 subject=English'],
  ['राज्य बोर्ड आठवीं', 'type=state grade=8'],
  ['मैट्रिक हिंदी', 'type=state grade=10 subject=Hindi'],
  ['कक्षा 12 लेखाशास्त्र मार्च 2023 उत्तर सहित', 'grade=12 subject=Accountancy month=March year=2023 answered=yes'],
  ['नीट भौतिक विज्ञान', 'type=neet | भौतिक विज्ञान'],
  ['पिछले वर्ष के जेईई प्रश्न पत्र पीडीएफ', 'type=jee'],
  ['गणित का पेपर चाहिए', 'subject=Mathematics'],
  ['barahvi ganit', 'grade=12 subject=Mathematics'],
])('%s, in Hindi, is understood as %s', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test.each([
  ['अर्धवार्षिक परीक्षा गणित', 'subject=Mathematics | अर्धवार्षिक परीक्षा'],
  ['अध्याय 10 गणित', 'subject=Mathematics | अध्याय 10'],
  ['गणित 15 अंक', 'subject=Mathematics | 15 अंक'],
  ['हिंदी माध्यम विज्ञान', 'subject=Science | हिंदी माध्यम'],
  ['भौतिक रसायन', 'भौतिक रसायन'],
])('words of titles in Hindi are no class and no subject: %s', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test.each([
  ['10-ஆம் வகுப்பு கணிதம்', 'grade=10 subject=Mathematics'],
  ['பன்னிரண்டாம் வகுப்பு இயற்பியல் மாநில வாரியம்', 'grade=12 subject=Physics type=state'],
  ['பழைய வினாத்தாள் பத்தாம் வகுப்பு அறிவியல் வேண்டும்', 'grade=10 subject=Science'],
  ['பிற பாடங்கள்', 'subject=Other'],
])('%s, in Tamil, is understood as %s', (text, expected) => {
  expect(understood(text)).toBe(expected)
})
