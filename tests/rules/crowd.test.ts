import { expect, test } from 'vitest'
import { createCrowd } from '#server/admission/crowd.ts'

test('background work goes on at once while five requests wait, and waits while six do', async () => {
  const crowd = createCrowd()
  let isOn = false
  crowd.note(5)
  await crowd.untilSmall()
  crowd.note(6)
  const waited = crowd.untilSmall().then(() => {
    isOn = true
  })
  crowd.note(40)
  await new Promise(setImmediate)
  expect(isOn).toBe(false)
  crowd.note(5)
  await waited
  expect(isOn).toBe(true)
})
