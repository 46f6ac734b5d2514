import { expect } from 'vitest'
import type { EditedQuestion } from '#domain/questions/edit-questions.ts'
import { paperClient } from './paper-client.ts'
import type { SignedIn, Site } from './site.ts'
import { until } from './stored.ts'

const QUESTION: EditedQuestion = {
  ...{ number: '17', section: 'B', marks: 4 },
  printings: [{ language: 'en', boxes: [{ page: 1, left: 0, top: 0, width: 1_440, height: 1_800 }] }],
}

/** Corrects a paper of one page in the admin area: all of it is question 17 of section B, for 4 marks. */
export async function correctNumber(site: Site, admin: SignedIn, paperId: string): Promise<void> {
  const { call } = paperClient(site, admin)
  const path = `/papers/${paperId}/questions`
  const { version } = (await call('GET', path)).body as unknown as { version: string }
  const saved = await call('PUT', path, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ questions: [QUESTION] }),
    match: `"${version}"`,
  })
  expect([saved.status, saved.body]).toMatchObject([200, { isCorrected: true }])
}

/** Waits until the site has read the paper's page, which says `text`, and expects what `correctNumber` said of it. */
export async function expectCorrectedNumber(site: Site, paperId: string, text: string): Promise<void> {
  const { number, section, marks } = QUESTION
  const read = async () => (await (await site.fetch(`/api/papers/${paperId}/questions`)).json()).questions
  await until('its page is read', async () => (await read())[0]?.text.includes(text), 60_000)
  expect(await read()).toEqual([expect.objectContaining({ id: 'q17', number, section, marks })])
}
