import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { claimFiles } from '#server/adapters/files/claim-files.ts'
import { type FileStores, PlaceAway } from '#server/adapters/files/file-stores.ts'
import { connectS3 } from '#server/adapters/files/s3/s3-connection.ts'
import { openObjects } from '#server/adapters/files/s3/s3-objects.ts'
import { claimPlace, openS3Stores } from '#server/adapters/files/s3/s3-stores.ts'
import { ConfigError } from '#server/config.ts'
import type { S3Place } from '#server/settings/files-settings.ts'
import { type FaultyS3, openFaultyS3 } from '../support/faulty-s3.ts'
import { openDatabase } from '../support/identity-site.ts'
import { AWS, BRIEF, IMPATIENT, PATIENT, placeAt, type S3Server, startS3 } from '../support/s3-servers.ts'

let server: S3Server
let line: FaultyS3
let place: S3Place
let places = 0
let databases = 0
let copies: string
const opened: FileStores[] = []
beforeAll(async () => {
  server = await startS3()
  copies = mkdtempSync(join(tmpdir(), 'thervu-claims-'))
})
afterAll(async () => {
  await server.close()
  rmSync(copies, { recursive: true })
})
beforeEach(async () => {
  line = await openFaultyS3(server)
  place = placeAt(line, `claimed-${places++}`)
  return async () => {
    Object.assign(process.env, AWS)
    for (const each of opened.splice(0)) each.close()
    await line.close()
  }
})

const AT = { kind: 'sqlite', path: '/srv/thervu.db' } as const

/** What a claim asks of a database: it knows all files that are anywhere. */
function database() {
  const names = new Set<string>()
  return {
    names,
    id: `database-${++databases}`,
    address: `/srv/site-${databases}/thervu.db`,
    has: async (name?: string) => (name === undefined ? names.size > 0 : names.has(name)),
    add: async (name: string) => void names.add(name),
    count: async (kept: unknown[]) => kept.length,
    total: async () => 0,
    files: async () => 0,
  }
}
const claim = (known = database(), at = place, patience = PATIENT) => claimPlace(at, known, { patience })
async function put(name: string, at = place) {
  const s3 = connectS3({ ...at, endpoint: server.origin }, PATIENT)
  await openObjects(s3).put(name, Buffer.from('x'), { type: 'text/plain' })
  s3.close()
}
async function refusal(claiming: Promise<void>) {
  const error = await claiming.then(
    () => null,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(ConfigError)
  expect(error.message).toMatch(/^FILES_URL[^\n]+\.$/)
  return error.message as string
}

test('an empty place is taken, and belongs to its database from then on', async () => {
  const ours = database()
  await claim(ours)
  expect(ours.names.size).toBe(1)
  await claim(ours)
  expect(ours.names.size).toBe(1)
  expect(await refusal(claim(database()))).toContain('the files of another database')
})

test('files that were copied there from a folder are taken over', async () => {
  await put('files/12th-cbse/maths_20260301T093000000Z-abcd2345.pdf')
  await claim()
})

test('a place with other things is refused, and left as it is', async () => {
  await put('photos/holiday.jpg')
  const ours = database()
  expect(await refusal(claim(ours))).toContain('holds other things, such as "photos/"')
  expect(ours.names.size).toBe(0)
  expect(line.asked.filter(({ method }) => ['PUT', 'DELETE'].includes(method))).toEqual([])
})

test('what is next to the prefix is nobody’s business', async () => {
  await put('photos/holiday.jpg', { ...place, prefix: '' })
  await claim()
})

test('of three servers of one database that start at once, all take the place', async () => {
  const ours = database()
  line.knowsConditions = true
  await Promise.all([claim(ours), claim(ours), claim(ours)])
  await claim(ours)
})

test('a store that fails in passing is waited for', async () => {
  let failing = 2
  line.fault = () => (failing-- > 0 ? { status: 503, code: 'SlowDown' } : null)
  await claim()
})

test('wrong credentials, none, and none that may write, are said', async () => {
  line.fault = () => ({ status: 403, code: 'InvalidAccessKeyId' })
  expect(await refusal(claim())).toMatch(/credentials may not .*403 InvalidAccessKeyId/)
  process.env.AWS_ACCESS_KEY_ID = ''
  expect(await refusal(claim())).toMatch(/^FILES_URL needs credentials for bucket "papers"/)
  Object.assign(process.env, AWS)
  line.fault = () => ({ status: 403, code: 'SignatureDoesNotMatch' })
  expect(await refusal(claim())).toMatch(/credentials may not .*403 SignatureDoesNotMatch/)
  line.fault = () => null
  const ours = database()
  await claim(ours)
  line.fault = ({ method }) => (method === 'PUT' ? { status: 403, code: 'AccessDenied' } : null)
  expect(await refusal(claim(ours))).toMatch(/read, list, write and delete .*403 AccessDenied/)
})

test('a bucket that is not there, one of another region and an address where nothing answers, too', async () => {
  expect(await refusal(claim(database(), { ...place, bucket: 'nowhere' }))).toContain(
    'is not there: bucket "nowhere"',
  )
  line.fault = () => ({ status: 301, code: 'PermanentRedirect' })
  expect(await refusal(claim())).toContain('a bucket of another region')
  line.fault = () => ({ status: 500 })
  expect(await refusal(claim(database(), place, BRIEF))).toContain('500 InternalError')
  line.fault = () => 'silence'
  expect(await refusal(claim(database(), place, IMPATIENT))).toContain('nothing that can be used answers')
  const nobody = { ...place, endpoint: 'http://127.0.0.1:9' }
  expect(await refusal(claim(database(), nobody, BRIEF))).toMatch(
    /answers for .*127\.0\.0\.1:9 .*ECONNREFUSED/,
  )
})

test('a site whose store was found before opens while it is away, and sweeps nothing until it is known again', async () => {
  await using site = await openDatabase()
  const logged: string[] = []
  const log = { info() {}, warn() {}, error: (_: object, message: string) => void logged.push(message) }
  const app = { db: site.db, clock: { now: () => new Date(), monotonic: () => 0 }, log }
  const open = (at = place) => {
    const stores = openS3Stores(at, { copies, patience: { ...BRIEF, uploads: PATIENT.uploads } })
    opened.push(stores)
    return stores
  }
  line.fault = () => 'reset'
  expect(await refusal(claimFiles(open(), app, AT))).toContain('nothing that can be used answers')
  line.fault = () => null
  await claimFiles(open(), app, AT)
  await put('files/12th-cbse/maths_20260301T093000000Z-abcd2345.pdf')

  line.fault = () => ({ status: 503, code: 'SlowDown' })
  const stores = open()
  await claimFiles(stores, app, AT)
  expect(logged).toEqual(['the site opens although its files cannot be reached'])
  const sweeps = [
    () => Array.fromAsync(stores.files.list()),
    () => Array.fromAsync(stores.inbox.list()),
    () => Array.fromAsync(stores.pageStore.folders()),
    () => stores.inbox.discardUnfinished(new Date()),
  ]
  for (const sweep of sweeps) await expect(sweep()).rejects.toBeInstanceOf(PlaceAway)
  line.fault = () => null
  expect((await Array.fromAsync(stores.files.list())).length).toBe(1)

  const others = placeAt(line, 'of-others')
  await claim(database(), others)
  await put('files/12th-cbse/maths_20260301T093000000Z-abcd2345.pdf', others)
  line.fault = () => 'reset'
  const wrong = open(others)
  await claimFiles(wrong, app, AT)
  line.fault = () => null
  await expect(Array.fromAsync(wrong.files.list())).rejects.toThrow('the files of another database')
})
