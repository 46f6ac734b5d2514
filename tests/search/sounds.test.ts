import { expect, test } from 'vitest'
import { soundOf, soundsOf } from '#domain/search/words/sounds.ts'

test.each([
  ['வினாத்தாள்', ['vinathal', 'vinaathaal', 'vinaththal', 'vinadhal', 'வினாத்தாள்கள்', 'வினாத்தாள்களில்']],
  ['கணிதம்', ['kanitham', 'kanidham', 'kanitam', 'ganitham', 'kaṇitam', 'கணிதத்தின்', 'கணிதப்']],
  ['அறிவியல்', ['ariviyal', 'arivial', 'அறிவியலில்']],
  ['அரையாண்டு', ['araiyandu', 'arayandu', 'araiyaandu', 'அரையாண்டுத்']],
  ['தமிழ்', ['tamil', 'thamizh', 'thamil', 'தமிழில்', 'தமிழின்']],
  ['வேதியியல்', ['vethiyiyal', 'vedhiyiyal', 'vethial']],
  ['திருக்குறள்', ['thirukkural', 'tirukural', 'திருக்குறளும்']],
  ['பொது', ['pothu', 'podhu', 'பொதுத்']],
  ['விடை', ['vidai', 'விடைகளுடன்', 'vidaigal']],
])('%s sounds like %j', (word, alike) => {
  expect(soundOf(word)).not.toBe('')
  for (const other of alike) expect([other, soundOf(other)]).toEqual([other, soundOf(word)])
})

test('words that no Tamil word sounds like have no sound', () => {
  expect(['question', 'light', 'physics', 'matrices', '2019', 'विज्ञान', '', 'go'].map(soundOf)).toEqual(
    Array(8).fill(''),
  )
})

test('a text gives the sound of each word once', () => {
  expect(soundsOf('அரையாண்டுத் தேர்வு 2019: கணிதம், Kanitham question')).toEqual(['arayant', 'terv', 'kanita'])
})
