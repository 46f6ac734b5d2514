import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDataDir, startChild } from '../support/child-site.ts'
import { inboxOf } from '../support/inbox.ts'
import { bigPdf, plainPdf } from '../support/made-pdfs.ts'
import { MEENA, openSite, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, filesIn, until } from '../support/stored.ts'
import { newUploadId, offsetOf, openUpload, sendAhead, sendBytes } from '../support/uploads.ts'

const MIB = 1024 * 1024

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
})
afterAll(() => site.end())

/** Sends the first `share` of a file and breaks the connection; returns how many bytes were sent. */
async function breakOff(
  where: { origin: string; fetch: Site['fetch'] },
  { headers }: SignedIn,
  uploadId: string,
  file: Uint8Array,
  share: number,
) {
  const { socket } = await openUpload(where, headers, uploadId, { length: file.length })
  const sent = Math.floor(file.length * share)
  await new Promise((resolve) => socket.write(file.subarray(0, sent), resolve))
  await until('it arrives', async () => (await offsetOf(where, headers, uploadId)) === sent)
  socket.destroy()
  return sent
}

test('a file of 49 MiB that breaks at 90 % goes on from there: under 60 MB are sent in all', async () => {
  const file = bigPdf(49 * MIB)
  const uploadId = newUploadId()
  let sent = await breakOff(site, admin, uploadId, file, 0.9)
  const offset = await offsetOf(site, admin.headers, uploadId)
  const rest = () =>
    sendBytes(site, admin.headers, uploadId, file.subarray(offset), { offset, length: file.length })
  await until('its place is free', async () => {
    const answer = await rest()
    if (answer.ok) sent += file.length - offset
    return answer.ok
  })
  expect(sent).toBeLessThan(60_000_000)
  const added = await sendAhead(site, admin, uploadId, { file })
  expect([added.status, (await added.json()).size]).toEqual([201, file.length])
  await expectWhole(site.dataDir)
})

test('it goes on after the server was killed and started again', async () => {
  await using data = await openDataDir()
  const file = bigPdf(10 * MIB)
  const uploadId = newUploadId()
  const first = await startChild(data.path)
  const sent = await breakOff(first, await first.signIn(), uploadId, file, 0.9)
  await first.end()

  const second = await startChild(data.path)
  const who = await second.signIn()
  const offset = await offsetOf(second, who.headers, uploadId)
  expect(offset).toBe(sent)
  const rest = { offset, length: file.length }
  expect((await sendBytes(second, who.headers, uploadId, file.subarray(offset), rest)).status).toBe(200)
  expect((await sendAhead(second, who, uploadId, { file })).status).toBe(201)
  expect(filesIn(join(data.path, 'uploads'))).toEqual([])
  await second.end()
  await expectWhole(data.path)
})

test('bytes that do not go on where the earlier ones end are refused, and told where to go on', async () => {
  const uploadId = newUploadId()
  const file = plainPdf()
  const send = (offset: number, end: number) =>
    sendBytes(site, admin.headers, uploadId, file.subarray(offset, end), { offset, length: file.length })
  expect((await send(0, 100)).status).toBe(200)
  for (const offset of [0, 50, 101]) {
    const { code, offset: expected } = await (await send(offset, file.length)).json()
    expect([offset, code, expected]).toEqual([offset, 'wrong-offset', 100])
  }
  const early = await site.fetch('/api/admin/inbox', {
    method: 'POST',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ uploadId, name: 'a.pdf', size: file.length }),
  })
  expect([early.status, (await early.json()).code]).toEqual([409, 'upload-incomplete'])
  expect((await send(100, file.length)).status).toBe(200)
  expect((await sendAhead(site, admin, uploadId, { file })).status).toBe(201)
})

test('more bytes than were announced, or than a PDF may have, are refused', async () => {
  const file = plainPdf()
  const longer = await sendBytes(site, admin.headers, newUploadId(), file, { length: file.length - 1 })
  expect([longer.status, (await longer.json()).code]).toEqual([400, 'upload-broken-off'])
  const large = await sendBytes(site, admin.headers, newUploadId(), file, { length: 50 * MIB + 1 })
  expect([large.status, (await large.json()).code]).toEqual([413, 'file-too-large'])
  for (const wrong of [{ offset: -1 }, { offset: 2, length: 1 }, { length: Number.NaN }]) {
    const answer = await sendBytes(site, admin.headers, newUploadId(), file, wrong)
    expect([wrong, answer.status]).toEqual([wrong, 422])
  }
})

test('a colleague who uses the same name sends a file of their own', async () => {
  await site.app.identity.administrators.create(MEENA)
  const meena = await site.signIn(MEENA)
  const uploadId = newUploadId()
  await sendBytes(site, admin.headers, uploadId, plainPdf().subarray(0, 100), { length: 200 })
  expect(await offsetOf(site, meena.headers, uploadId)).toBe(0)
})

test.each(['..', '%2e%2e%2fauth-secret', 'a', 'x'.repeat(65), 'a%00b-c-d-e'])(
  'the name %s makes no file anywhere',
  async (name) => {
    const before = filesIn(site.dataDir)
    const answer = await sendBytes(site, admin.headers, name, plainPdf())
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(filesIn(site.dataDir)).toEqual(before)
  },
)

test('what nobody has gone on with for a day is removed at the next start; bytes are for the server alone', async () => {
  const own = await openSite()
  const who = await own.signIn()
  const folder = join(own.dataDir, 'uploads')
  await sendBytes(own, who.headers, 'stays-a-while', plainPdf())
  const [stays = ''] = filesIn(folder)
  await sendBytes(own, who.headers, 'goes-at-the-start', plainPdf())
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const name of filesIn(folder)) if (name !== stays) utimesSync(join(folder, name), old, old)
  expect([folder, join(folder, stays)].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
  await own.end({ keepData: true })
  const again = await openSite({ dataDir: own.dataDir })
  expect(filesIn(folder)).toEqual([stays])
  expect(await inboxOf(again, await again.signIn())).toEqual([])
  await again.end()
})
