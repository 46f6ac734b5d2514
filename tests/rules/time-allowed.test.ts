import { expect, test } from 'vitest'
import { findTimeAllowed } from '#domain/sitting/sitting-paper.ts'

test('the time of a paper is found as boards and exams print it', () => {
  const said: [string, number][] = [
    ['Time allowed : 3 hours\nMaximum Marks : 80', 180],
    ['Time : 3 Hours', 180],
    ['TIME ALLOWED: THREE HOURS', 180],
    ['TIME: TWO HOURS', 120],
    ['Time: 1½ hours', 90],
    ['Time : 2 1/2 Hrs.', 150],
    ['Time Allowed : 1.30 Hours', 90],
    ['Time Allowed : 3.00 Hours', 180],
    ['Time : 2.5 hours', 150],
    ['Time : 1 hour 30 minutes', 90],
    ['Maximum Time 200 minutes', 200],
    ['Time : 3 Hours 20 Minutes   Maximum Marks : 720', 200],
    ['Duration: 90 minutes', 90],
    ['निर्धारित समय : 3 घण्टे', 180],
    ['समय : 3 घंटे अधिकतम अंक : 80', 180],
    ['நேரம் : 3.00 மணி', 180],
    ['கால அளவு : 3.00 மணி நேரம் மொத்த மதிப்பெண்கள் : 90', 180],
    ['Series BVM/C\nTime allowed :\n3 hours', 180],
    ['निर्धारित समय : 3 घण्टे अधिकतम अंक : 80\nTime allowed : 3 hours Maximum Marks : 80', 180],
  ]
  expect(said.map(([text]) => findTimeAllowed(text)?.minutes)).toEqual(said.map(([, minutes]) => minutes))
})

test('the time for reading is found next to it', () => {
  const cbse =
    'Time allowed : 3 hours. 15 minute time has been allotted to read this question paper. The question paper will be distributed at 10.15 a.m.'
  expect(findTimeAllowed(cbse)).toEqual({ minutes: 180, reading: 15 })
  expect(findTimeAllowed('Time Allowed : [15 Minutes + 3.00 Hours]\nReading time : 15 minutes')).toEqual({
    minutes: 180,
    reading: 15,
  })
  expect(findTimeAllowed('समय : 3 घण्टे\nइस प्रश्न-पत्र को पढ़ने के लिए 15 मिनट का समय दिया गया है')).toMatchObject({
    minutes: 180,
  })
})

test('what is no time of an exam is not found', () => {
  for (const text of [
    '',
    'Mathematics, chapter 3',
    'A man walks for 3 hours. At what time does he arrive?',
    'Time : 30 hours',
    'Time : 5 minutes',
    'The time taken by a train is 12 s, and by another 3 s',
    `${'question '.repeat(400)}Time : 3 hours`,
  ])
    expect(findTimeAllowed(text), text.slice(0, 40)).toBe(null)
})
