import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { PaperManifest } from '#domain/offline/paper-manifest.ts'
import { fakeCaches } from '../support/fake-caches.ts'

type Saved = {
  id: string
  base: string
  paper: { link: string }
  hasFile: boolean
  state: string
  questions: { id: string }[]
}
const saved = vi.hoisted(() => new Map<string, Saved>())
vi.mock('#web/worker/register-worker.ts', () => ({
  canHaveWorker: () => true,
  prepareReader: async () => {},
}))
// IndexedDB.
vi.mock('#web/routes/visitor/downloads/offline-store.ts', () => ({
  readSaved: async () => [...saved.values()],
  readOneSaved: async (id: string) => saved.get(id) ?? null,
  writeSaved: async (paper: Saved) => void saved.set(paper.id, paper),
  changeState: async (id: string, state: string) => void Object.assign(saved.get(id) ?? {}, { state }),
  sweepFiles: async () => {},
}))
// Files of one worker share its modules: what others have loaded knows nothing of these mocks.
vi.resetModules()
const { givenUp } = await import('#web/routes/visitor/downloads/download-queue.ts')
const { runDownloads } = await import('#web/routes/visitor/downloads/run-downloads.ts')
const { readWanted, writeWanted } = await import('#web/routes/visitor/downloads/download-queue.ts')
afterAll(() => void vi.resetModules())

let cached: ReturnType<typeof fakeCaches>
/** The papers of the site. */
let site: PaperManifest[]
let asked: string[]
/** What happens when a file is asked for; an answer in place of the site's. */
let onFile: (path: string) => Response | undefined
beforeEach(() => {
  saved.clear()
  cached = fakeCaches()
  site = [paper('a'), paper('b')]
  asked = []
  onFile = () => undefined
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const locks = { request: async (_name: string, run: () => Promise<void>) => await run() }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('caches', cached)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/papers/keepable')) {
      const ids = path.split('=')[1]?.split(',')
      return Response.json({ papers: site.filter(({ paper }) => ids?.includes(paper.id)) })
    }
    // For a sitting.
    if (path.endsWith('/questions')) return Response.json({ questions: [{ id: `${path.split('/')[3]} q1` }] })
    asked.push(path)
    return onFile(path) ?? (path.endsWith('lines.json') ? Response.json([]) : new Response('a picture'))
  })
  return () => void vi.unstubAllGlobals()
})

function paper(id: string, version = 'old', { pages = 2, isDone = true } = {}): PaperManifest {
  const link = `/files/${id}-${version}.pdf`
  return {
    paper: { id, link, thumbnail: null, referenceLink: null },
    pages: Array(pages).fill({ width: 720, height: 1018 }),
    base: `/papers/${id}/pages/${version}`,
    isDone,
    bytes: { pages: 100, file: 900, answers: 0 },
  } as unknown as PaperManifest
}

async function savePapers(...ids: string[]) {
  writeWanted(ids.map((id) => ({ id, withFile: false })))
  await runDownloads()
}
const wanted = () => readWanted().map(({ id }) => id)

test('a paper that another tab has saved meanwhile is not fetched again; with its file it is', async () => {
  await savePapers('a')
  expect([asked, saved.get('a')?.state, wanted()]).toEqual([
    ['1-720.webp', '2-720.webp', 'lines.json'].map((name) => `/papers/a/pages/old/${name}`),
    'as-it-was',
    [],
  ])
  expect(saved.get('a')?.questions).toEqual([{ id: 'a q1' }])
  asked = []
  await savePapers('a')
  expect(asked).toEqual([])
  writeWanted([{ id: 'a', withFile: true }])
  await runDownloads()
  expect(asked).toEqual(['/files/a-old.pdf', '/papers/a/pages/old/lines.json'])
  asked = []
  await savePapers('a')
  expect(asked, 'its file stays').toEqual([])
})

test('without room, or where the browser refuses, all is given up, with the reason', async () => {
  for (const [name, reason] of [
    ['QuotaExceededError', 'full'],
    ['SecurityError', 'refused'],
  ] as const) {
    onFile = () => {
      throw new DOMException('', name)
    }
    await savePapers('a', 'b')
    expect([[...givenUp.read()], wanted(), [...saved.keys()]]).toEqual([
      ...[
        [
          ['a', reason],
          ['b', reason],
        ],
        [],
        [],
      ],
    ])
  }
})

test('where the connection is lost it waits, and goes on with what is missing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let isLost = true
  onFile = (path) => {
    if (isLost && path.endsWith('/2-720.webp')) throw new TypeError('No line')
    // The server's own trouble is passing, too.
    return isLost && path.endsWith('lines.json') ? new Response('', { status: 503 }) : undefined
  }
  await savePapers('a', 'b')
  expect([wanted(), [...saved.keys()], [...givenUp.read()]]).toEqual([['a', 'b'], [], []])
  isLost = false
  asked = []
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(wanted()).toEqual([]))
  expect(asked).not.toContain('/papers/a/pages/old/1-720.webp')
  expect([...saved.keys()]).toEqual(['a', 'b'])
})

test('a paper that is replaced while it is fetched is saved as it is then; one that always changes, or is gone, is given up', async () => {
  onFile = (path) => {
    if (!path.includes('/old/')) return undefined
    site = [paper('a', 'new', { pages: 3 })]
    return new Response('', { status: 404 })
  }
  await savePapers('a')
  expect(saved.get('a')).toMatchObject({ base: '/papers/a/pages/new', state: 'as-it-was' })
  onFile = () => new Response('', { status: 410 })
  site = [paper('b')]
  await savePapers('b', 'c')
  expect([[...givenUp.read()], wanted()]).toEqual([
    ...[
      [
        ['b', 'failed'],
        ['c', 'gone'],
      ],
      [],
    ],
  ])
})

test('a saved paper that is replaced comes again when all of it is rendered, one that is re-rendered follows, one that is deleted says so', async () => {
  await savePapers('a', 'b')
  site = [paper('a', 'new', { pages: 3, isDone: false })]
  await savePapers()
  const [a, b] = ['a', 'b'].map((id) => saved.get(id))
  expect([a?.base, a?.state, b?.base, b?.state]).toEqual([
    ...['/papers/a/pages/old', 'replaced', '/papers/b/pages/old', 'deleted'],
  ])
  site = [paper('a', 'new', { pages: 3 }), { ...paper('b'), base: '/papers/b/pages/re-rendered' }]
  await savePapers()
  expect(saved.get('a')).toMatchObject({ base: '/papers/a/pages/new', state: 'renewed' })
  expect(saved.get('b')).toMatchObject({ base: '/papers/b/pages/re-rendered', state: 'as-it-was' })
})
